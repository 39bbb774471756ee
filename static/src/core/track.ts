/**
 * Where a track's object is at a frame, and when it is seen. Mirrors labeling/regions/frames.py;
 * both are tested against the same cases. How a track is changed: trackEdits.ts.
 */
import { between } from './interpolation';
import type { Geometry, Keyframe, Region, Track, TrackGeometry, Value } from './region';

/** First frame, and the first one after. */
export type Interval = readonly [start: number, end: number];

export const isTrack = (g: Geometry): g is Track => 'keyframes' in g;
export const isTrackRegion = (region: Region): region is Region<Track> => isTrack(region.geometry);

/** A tracker proposed it, and nobody has confirmed it. */
export const isProposed = ({ origin }: Keyframe): boolean => origin?.kind === 'prediction';

/** The frames of a region's keyframes that wait for a person's word. */
export const proposedFrames = (region: Region): number[] =>
  isTrackRegion(region)
    ? region.geometry.keyframes.filter(isProposed).map(({ frame }) => frame)
    : [];

export const proposedIn = (regions: readonly Region[]): number =>
  regions.reduce((sum, region) => sum + proposedFrames(region).length, 0);

/** Whether what is shown at a frame comes of proposed keyframes. */
export function isProposedAt(track: Track, frame: number): boolean {
  const at = countUpTo(track, frame);
  const [now, then] = [track.keyframes[at - 1], track.keyframes[at]];
  if (!now) return false;
  return isProposed(now) || (now.frame < frame && then !== undefined && isProposed(then));
}

/** How many keyframes are at or before a frame. */
export function countUpTo({ keyframes }: Track, frame: number): number {
  let [low, high] = [0, keyframes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyframes[middle]!.frame <= frame) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The keyframe that holds at a frame: it says what is occluded, and the attributes. */
export function keyframeAt<G extends TrackGeometry>(
  track: Track<G>,
  frame: number,
): Keyframe<G> | null {
  const at = countUpTo(track, frame) - 1;
  if (at < 0 || (track.end !== undefined && frame >= track.end)) return null;
  return track.keyframes[at]!;
}

/** The geometry at a frame, or null where the object is not there to be seen. */
export function shapeAt<G extends TrackGeometry>(track: Track<G>, frame: number): G | null {
  const now = keyframeAt(track, frame);
  return now && !now.outside ? moving(track, frame) : null;
}

/** The same, seen or not: where the object would be, were it there. */
export function ghostAt<G extends TrackGeometry>(track: Track<G>, frame: number): G {
  return countUpTo(track, frame) ? moving(track, frame) : track.keyframes[0]!.geometry;
}

function moving<G extends TrackGeometry>(track: Track<G>, frame: number): G {
  const at = countUpTo(track, frame);
  const [now, then] = [track.keyframes[at - 1]!, track.keyframes[at]];
  if (!then) return now.geometry;
  const share = (frame - now.frame) / (then.frame - now.frame);
  return between(track.shape, now.geometry, then.geometry, share);
}

/** Frames in which the object is seen; one without an end is until `last`. */
export function visibleIntervals({ keyframes, end }: Track, last: number): Interval[] {
  const found: Interval[] = [];
  keyframes.forEach(({ frame, outside }, i) => {
    const stop = keyframes[i + 1]?.frame ?? end ?? last;
    const before = found.at(-1);
    if (outside || frame >= stop) return;
    if (before?.[1] === frame) found[found.length - 1] = [before[0], stop];
    else found.push([frame, stop]);
  });
  return found;
}

/** The visible frame nearest to one, for going to a track. */
export function nearestVisible(track: Track, frame: number, last: number): number {
  const spans = visibleIntervals(track, last);
  const reach = ([start, end]: Interval): number => Math.max(start, Math.min(end - 1, frame));
  const [first = track.keyframes[0]!.frame, ...rest] = spans.map(reach);
  return rest.reduce((a, b) => (Math.abs(b - frame) < Math.abs(a - frame) ? b : a), first);
}

/** The region's attributes with those that hold at the frame. */
export function attributesAt(region: Region, frame: number | undefined): Region['attributes'] {
  if (frame === undefined || !isTrackRegion(region)) return region.attributes;
  const { keyframes } = region.geometry;
  const now = keyframeAt(region.geometry, frame) ?? keyframes[0]!;
  return now.attributes ? { ...region.attributes, ...now.attributes } : region.attributes;
}

export type Attributes = { readonly [id: string]: Value };
