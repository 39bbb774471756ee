/**
 * Keyframes that a tracker proposes between those that people set. What people set stays; what was
 * proposed before is proposed anew, so that a correction is followed by asking again.
 */
import type { Box, Keyframe, RegionOrigin, Track } from './region';
import { isProposed } from './track';

/** A box that was followed, by the frame it is on. */
export type FollowedBoxes = ReadonlyMap<number, Box>;

/** How far, in pixels, a box between two keyframes may be from where it was followed to. */
const stray = 1.5;
const sides = ['x', 'y', 'width', 'height'] as const;

const mixed = (a: Box, b: Box, share: number): Box => {
  const at = (side: (typeof sides)[number]): number => a[side] + (b[side] - a[side]) * share;
  return { x: at('x'), y: at('y'), width: at('width'), height: at('height') };
};
const rounded = ({ x, y, width, height }: Box): Box => {
  const two = (value: number): number => Math.round(value * 100) / 100;
  return { x: two(x), y: two(y), width: two(width), height: two(height) };
};

/**
 * Where the box is between two frames that people marked: the nearer mark has the more to say. One
 * way alone counts where the other was lost.
 */
export function joined(
  [first, last]: readonly [number, number],
  onward: FollowedBoxes,
  back: FollowedBoxes,
): Map<number, Box> {
  const boxes = new Map<number, Box>();
  for (let frame = first + 1; frame < last; frame++) {
    const [a, b] = [onward.get(frame), back.get(frame)];
    const share = (frame - first) / (last - first);
    const box = a && b ? mixed(a, b, share) : (a ?? b);
    if (box) boxes.set(frame, box);
  }
  return boxes;
}

/** The fewest frames from which the boxes between can be told; the first and the last stay. */
export function sparse(boxes: readonly (readonly [number, Box])[]): number[] {
  if (boxes.length < 3) return boxes.map(([frame]) => frame);
  const keep = new Set([0, boxes.length - 1]);
  const spans: [number, number][] = [[0, boxes.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    const [[start, a], [end, b]] = [boxes[from]!, boxes[to]!];
    let [worst, far] = [-1, stray];
    for (let i = from + 1; i < to; i++) {
      const [frame, box] = boxes[i]!;
      const told = mixed(a, b, (frame - start) / (end - start));
      const off = Math.max(...sides.map((side) => Math.abs(told[side] - box[side])));
      if (off > far) [worst, far] = [i, off];
    }
    if (worst < 0) continue;
    keep.add(worst);
    spans.push([from, worst], [worst, to]);
  }
  return [...keep].sort((a, b) => a - b).map((i) => boxes[i]![0]);
}

/** Who vouches for a keyframe that was followed to: nobody yet. */
export const followedBy: RegionOrigin = { kind: 'prediction', model_version: 'follow' };

/**
 * The track with the keyframes followed from `first` on, as proposals; those that were proposed
 * before between `first` and `last` are replaced. Returns the frames that were proposed, too.
 */
export function withFollowed(
  track: Track,
  [first, last]: readonly [number, number],
  start: Box,
  boxes: FollowedBoxes,
): { readonly track: Track; readonly made: readonly number[] } {
  const kept = track.keyframes.filter(
    (one) => one.frame < first || one.frame > last || !isProposed(one),
  );
  const own = new Set(kept.map(({ frame }) => frame));
  const path: [number, Box][] = [[first, start] as [number, Box], ...boxes];
  path.sort(([a], [b]) => a - b);
  const next = track.keyframes.find((one) => one.frame > first && !isProposed(one));
  if (next && next.frame <= last) path.push([next.frame, next.geometry as Box]);
  const made = sparse(path).filter((frame) => !own.has(frame) && boxes.has(frame));
  const here: Keyframe[] = own.has(first) ? [] : [{ frame: first, geometry: start }];
  const added = made.map((frame): Keyframe => {
    const occluded = holding(kept, frame)?.occluded;
    const geometry = rounded(boxes.get(frame)!);
    return { frame, geometry, ...(occluded && { occluded }), origin: followedBy };
  });
  const keyframes = [...kept, ...here, ...added].sort((a, b) => a.frame - b.frame);
  const end =
    track.end === undefined ? undefined : Math.max(track.end, keyframes.at(-1)!.frame + 1);
  return { track: { shape: track.shape, keyframes, ...(end !== undefined && { end }) }, made };
}

/** What people said of occlusion holds until they say otherwise. */
const holding = (keyframes: readonly Keyframe[], frame: number): Keyframe | undefined =>
  keyframes.filter((one) => one.frame <= frame).at(-1);
