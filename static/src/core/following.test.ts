import { describe, expect, it } from 'vitest';
import { joined, sparse, withFollowed } from './following';
import type { Box, Keyframe, Region, Track } from './region';
import { isProposed, isProposedAt, proposedFrames, proposedIn } from './track';
import { confirmAt, confirmProposed, putShape, rejectProposed } from './trackEdits';

const box = (x: number): Box => ({ x, y: 0, width: 10, height: 10 });
const boxes = (...pairs: [number, number][]): Map<number, Box> =>
  new Map(pairs.map(([frame, x]) => [frame, box(x)]));
const track = (keyframes: Keyframe[], end?: number): Track => ({
  shape: 'box',
  keyframes,
  ...(end !== undefined && { end }),
});
const key = (frame: number, x: number, more: Partial<Keyframe> = {}): Keyframe => ({
  ...{ frame, geometry: box(x) },
  ...more,
});

describe('boxes followed both ways', () => {
  it('trust the nearer mark more', () => {
    const found = joined(
      [0, 4],
      boxes([1, 10], [2, 20], [3, 30]),
      boxes([1, 50], [2, 40], [3, 34]),
    );
    expect(found.get(1)!.x).toBe(20);
    expect(found.get(2)!.x).toBe(30);
    expect(found.get(3)!.x).toBe(33);
  });
  it('take one way where the other was lost', () => {
    expect([...joined([0, 4], boxes([1, 10]), boxes([3, 30])).keys()]).toEqual([1, 3]);
  });
});

describe('keyframes of what was followed', () => {
  it('are few where it moves evenly', () => {
    const even = Array.from({ length: 11 }, (_, i) => [i, box(i * 5)] as const);
    expect(sparse(even)).toEqual([0, 10]);
    const bent = even.map(([i, b]) => [i, i > 5 ? box(25) : b] as const);
    expect(sparse(bent)).toEqual([0, 5, 10]);
  });
  it('leave what people set, and what they said of it', () => {
    const before = track([key(0, 0, { occluded: true }), key(10, 90)], 8);
    const { track: after, made } = withFollowed(
      before,
      [0, 10],
      box(0),
      boxes([1, 0], [5, 0], [9, 80]),
    );
    expect(after.keyframes.map(({ frame }) => frame)).toEqual([0, 5, 9, 10]);
    expect(made).toEqual([5, 9]);
    expect(after.keyframes[1]!.occluded).toBe(true);
    expect(after.keyframes[3]).toEqual(key(10, 90));
    expect(after.end).toBe(11);
  });
  it('are proposals, replaced beyond a correction only', () => {
    const first = withFollowed(track([key(0, 0)]), [0, 20], box(0), boxes([10, 70], [20, 200]));
    expect(first.track.keyframes.map(isProposed)).toEqual([false, true, true]);
    const corrected = putShape(first.track, 10, box(40));
    expect(corrected.keyframes[1]!.origin).toEqual({
      ...{ kind: 'human', model_version: 'follow', edited: true },
    });
    const again = withFollowed(corrected, [10, 20], box(40), boxes([20, 80]));
    expect(
      again.track.keyframes.map(({ frame, geometry }) => [frame, (geometry as Box).x]),
    ).toEqual([
      [0, 0],
      [10, 40],
      [20, 80],
    ]);
  });
  it('are shown as proposals on the way to and from them, until confirmed or rejected', () => {
    const { track: after } = withFollowed(
      track([key(0, 0), key(20, 100)]),
      ...([[0, 20], box(0), boxes([10, 90])] as const),
    );
    expect([0, 5, 10, 15, 20].map((frame) => isProposedAt(after, frame))).toEqual([
      ...[false, true, true, true, false],
    ]);
    const confirmed = confirmProposed(after)!;
    expect(confirmed.keyframes.some(isProposed)).toBe(false);
    expect(confirmed.keyframes[1]!.origin?.model_version).toBe('follow');
    expect(rejectProposed(after)).toEqual(track([key(0, 0), key(20, 100)]));
    expect(confirmProposed(confirmed) ?? rejectProposed(confirmed)).toBeNull();
  });
  it('are confirmed one by one, and counted until then', () => {
    const { track: after } = withFollowed(
      track([key(0, 0)]),
      ...([[0, 20], box(0), boxes([10, 90], [20, 30])] as const),
    );
    const region = (geometry: Track): Region => ({
      ...{ id: 't', label: 'thing', on: 'film', class: null, attributes: {} },
      ...{ geometry, origin: { kind: 'human' } },
    });
    expect(proposedFrames(region(after))).toEqual([10, 20]);
    const one = confirmAt(after, 10)!;
    expect(proposedIn([region(one), region(after)])).toBe(3);
    expect(one.keyframes[1]!.origin).toMatchObject({ kind: 'human', model_version: 'follow' });
    expect([confirmAt(one, 10), confirmAt(one, 15)]).toEqual([null, null]);
  });
  it('begin with one where the person stands between keyframes', () => {
    const { track: after } = withFollowed(
      track([key(0, 0), key(20, 100)]),
      ...([[10, 15] as const, box(50), boxes([15, 75])] as const),
    );
    expect(after.keyframes.map(({ frame }) => frame)).toEqual([0, 10, 15, 20]);
  });
});
