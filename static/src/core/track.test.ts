import { describe, expect, it } from 'vitest';
import cases from '../../../tests/labeling/regions/track_cases.json';
import type { Box, Keyframe, Track } from './region';
import { attributesAt, keyframeAt, nearestVisible, shapeAt, visibleIntervals } from './track';
import {
  copyForward,
  endAt,
  merge,
  moveKeyframe,
  putShape,
  removeKeyframe,
  setAttribute,
  setFlag,
  split,
  startAt,
  toggleKeyframe,
} from './trackEdits';

interface Case {
  track: Track;
  last: number;
  visible: [number, number][];
  at: Record<string, object | null>;
}
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === 'number' ? Math.round(one * 1e9) / 1e9 : one,
    ),
  );

describe.each(Object.entries(cases.tracks as unknown as Record<string, Case>))(
  '%s',
  (_, { track, last, visible, at }) => {
    it('is seen in the same frames as on the server', () => {
      expect(visibleIntervals(track, last)).toEqual(visible);
    });
    it.each(Object.entries(at))('is at frame %s where it is on the server', (frame, geometry) => {
      expect(rounded(shapeAt(track, Number(frame)))).toEqual(rounded(geometry));
    });
  },
);

const box = (x: number): Box => ({ x, y: 0, width: 10, height: 10 });
const key = (frame: number, x: number, more: Partial<Keyframe<Box>> = {}): Keyframe<Box> => ({
  frame,
  geometry: box(x),
  ...more,
});
const track = (keyframes: Keyframe<Box>[], end?: number): Track<Box> => ({
  shape: 'box',
  keyframes,
  ...(end !== undefined && { end }),
});

describe('an edit on a frame', () => {
  it('makes a keyframe that keeps what held there', () => {
    const before = track([
      key(0, 0, { occluded: true, attributes: { pose: 'sits' } }),
      key(10, 10),
    ]);
    const after = putShape(before, 5, box(50));
    expect(after.keyframes[1]).toEqual(
      key(5, 50, { occluded: true, attributes: { pose: 'sits' } }),
    );
    expect(after.keyframes).toHaveLength(3);
  });
  it('changes the keyframe that is there', () => {
    expect(putShape(track([key(0, 0), key(10, 10)]), 10, box(7)).keyframes).toEqual([
      key(0, 0),
      key(10, 7),
    ]);
  });
  it('beyond the end, or before the beginning, lets the track grow to it', () => {
    const single = track([key(5, 5)], 6);
    expect(putShape(single, 9, box(9))).toEqual(track([key(5, 5), key(9, 9)], 10));
    expect(putShape(single, 2, box(2))).toEqual(track([key(2, 2), key(5, 5)], 6));
  });
  it('where the object was outside brings it back', () => {
    const gone = track([key(0, 0), key(5, 5, { outside: true })]);
    expect(shapeAt(putShape(gone, 7, box(1)), 7)).toEqual(box(1));
  });
});

describe('flags and attributes', () => {
  it('hold from the frame to the next keyframe', () => {
    const flagged = setFlag(track([key(0, 0), key(10, 10)]), 4, 'outside', true)!;
    expect(visibleIntervals(flagged, 20)).toEqual([
      [0, 4],
      [10, 20],
    ]);
    expect(flagged.keyframes[1]).toEqual(key(4, 4, { outside: true }));
    const back = setFlag(flagged, 4, 'outside', false)!;
    expect(back.keyframes[1]).toEqual(key(4, 4));
  });
  it('never leave a track that is nowhere to be seen', () => {
    expect(setFlag(track([key(0, 0)]), 0, 'outside', true)).toBeNull();
    expect(removeKeyframe(track([key(0, 0)]), 0)).toBeNull();
  });
  it('of one keyframe go with it', () => {
    const posed = setAttribute(track([key(0, 0), key(10, 10)]), 5, 'pose', 'runs');
    expect(keyframeAt(posed, 7)?.attributes).toEqual({ pose: 'runs' });
    expect(keyframeAt(posed, 10)?.attributes).toBeUndefined();
    expect(setAttribute(posed, 5, 'pose', null).keyframes[1]).toEqual(key(5, 5));
    const region = {
      ...{ id: 'a', label: 'l', on: 'v', class: null, origin: { kind: 'human' as const } },
      geometry: posed,
      attributes: { colour: 'red', pose: 'sits' },
    };
    expect(attributesAt(region, 6)).toEqual({ colour: 'red', pose: 'runs' });
    expect(attributesAt(region, 2)).toEqual({ colour: 'red', pose: 'sits' });
  });
});

describe('the life of a track', () => {
  const long = track([key(0, 0), key(10, 10), key(20, 20)]);
  it('ends before a frame, where it was on its way', () => {
    const ended = endAt(long, 15)!;
    expect(ended).toEqual(track([key(0, 0), key(10, 10), key(14, 14)], 15));
    expect(endAt(ended, undefined)).toEqual(track([key(0, 0), key(10, 10), key(14, 14)]));
    expect(endAt(long, 0)).toBeNull();
    expect(endAt(long, 30)).toEqual({ ...long, end: 30 });
  });
  it('begins at a frame, where it was by then', () => {
    expect(startAt(long, 15)).toEqual(track([key(15, 15), key(20, 20)]));
    expect(startAt(track([key(5, 5)], 9), 9)).toBeNull();
  });
  it('is split into two that show what one showed', () => {
    const [before, after] = split(long, 15)!;
    for (const frame of [0, 7, 14]) expect(shapeAt(before, frame)).toEqual(shapeAt(long, frame));
    for (const frame of [15, 19, 30]) expect(shapeAt(after, frame)).toEqual(shapeAt(long, frame));
    expect(shapeAt(before, 15)).toBeNull();
    expect(shapeAt(after, 14)).toBeNull();
    expect(split(long, 0)).toBeNull();
  });
  it('is merged with one that comes later, outside in between', () => {
    const [first, second] = [track([key(0, 0)], 5), track([key(8, 8)], 12)];
    const both = merge(second, first)!;
    expect(visibleIntervals(both, 20)).toEqual([
      [0, 5],
      [8, 12],
    ]);
    expect(both.end).toBe(12);
    expect(merge(first, track([key(3, 3)], 12))).toBeNull();
    const [before, after] = split(long, 15)!;
    expect(visibleIntervals(merge(before, after)!, 30)).toEqual([[0, 30]]);
  });
  it('is copied on, frame by frame, as far as there are frames', () => {
    const copied = copyForward(track([key(0, 0), key(9, 9)], 10), 3, 4, 100)!;
    expect(copied.keyframes.map(({ frame }) => frame)).toEqual([0, 3, 4, 5, 6, 7, 9]);
    expect(shapeAt(copied, 6)).toEqual(box(3));
    expect(copyForward(track([key(0, 0)], 1), 0, 9, 4)).toEqual(
      track([key(0, 0), key(1, 0), key(2, 0), key(3, 0)], 4),
    );
    expect(copyForward(track([key(3, 0)], 4), 3, 9, 4)).toBeNull();
  });
  it('keeps its keyframes in order while they are moved', () => {
    expect(moveKeyframe(long, 10, 13).keyframes[1]).toEqual(key(13, 10));
    expect(moveKeyframe(long, 10, 99).keyframes[1]?.frame).toBe(19);
    expect(moveKeyframe(long, 0, -5).keyframes[0]?.frame).toBe(0);
  });
  it('gets a keyframe where it is, and loses it again', () => {
    const more = toggleKeyframe(long, 5)!;
    expect(more.keyframes[1]).toEqual(key(5, 5));
    expect(toggleKeyframe(more, 5)).toEqual(long);
  });
  it('is nearest where it can be seen', () => {
    const gaps = track([key(5, 0), key(8, 0, { outside: true }), key(20, 0)], 25);
    expect([0, 6, 10, 16, 40].map((frame) => nearestVisible(gaps, frame, 50))).toEqual([
      5, 6, 7, 20, 24,
    ]);
  });
});
