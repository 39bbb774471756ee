/** Changes of tracks: each answers a new track, or null where it would mean nothing. */
import { vouch, type Keyframe, type Track, type TrackGeometry, type Value } from './region';
import { countUpTo, ghostAt, isProposed, keyframeAt, shapeAt, type Attributes } from './track';

type Flag = 'outside' | 'occluded';

/** A person's: without what is false or empty, as the wire has it. */
function tidy<G extends TrackGeometry>({ frame, geometry, ...rest }: Keyframe<G>): Keyframe<G> {
  const { outside, occluded, attributes } = rest;
  const said = attributes && Object.keys(attributes).length > 0;
  return {
    frame,
    geometry,
    ...(outside && { outside }),
    ...(occluded && { occluded }),
    ...(said && { attributes }),
  };
}

function withKeyframes<G extends TrackGeometry>(
  { shape, end }: Track<G>,
  keyframes: readonly Keyframe<G>[],
): Track<G> | null {
  if (!keyframes.some(({ outside }) => !outside)) return null;
  const last = keyframes.at(-1)!.frame;
  return { shape, keyframes, ...(end !== undefined && { end: Math.max(end, last + 1) }) };
}

export const newTrack = <G extends TrackGeometry>(
  shape: Track['shape'],
  frame: number,
  geometry: G,
  end?: number,
): Track<G> => ({
  shape,
  keyframes: [{ frame, geometry }],
  ...(end !== undefined && { end }),
});

export const hasKeyframe = (track: Track, frame: number): boolean =>
  track.keyframes[countUpTo(track, frame) - 1]?.frame === frame;

/**
 * The object is here at this frame: a keyframe that keeps what held there. Beyond its end, or
 * before its beginning, the track grows to the frame.
 */
export function putShape<G extends TrackGeometry>(
  track: Track<G>,
  frame: number,
  geometry: G,
): Track<G> {
  const { outside: _, ...kept } = heldAt(track, frame);
  return put(track, tidy({ ...kept, frame, geometry }));
}

/** What a keyframe at this frame would say by itself. */
function heldAt<G extends TrackGeometry>(track: Track<G>, frame: number): Keyframe<G> {
  const now = keyframeAt(track, frame) ?? track.keyframes.at(countUpTo(track, frame) ? -1 : 0)!;
  return { ...now, frame, geometry: ghostAt(track, frame) };
}

function put<G extends TrackGeometry>(track: Track<G>, keyframe: Keyframe<G>): Track<G> {
  const at = countUpTo(track, keyframe.frame);
  const before = track.keyframes[at - 1];
  const isThere = before?.frame === keyframe.frame;
  // Where it came from stays known, however it is corrected.
  const origin = isThere ? vouch(before, true).origin : undefined;
  const said = { ...keyframe, ...(origin && { origin }) };
  const keyframes = track.keyframes.toSpliced(isThere ? at - 1 : at, isThere ? 1 : 0, said);
  return withKeyframes(track, keyframes) ?? track;
}

/** A keyframe where the object is now, or the one here taken away. */
export function toggleKeyframe<G extends TrackGeometry>(
  track: Track<G>,
  frame: number,
): Track<G> | null {
  return hasKeyframe(track, frame)
    ? removeKeyframe(track, frame)
    : put(track, tidy(heldAt(track, frame)));
}

export function removeKeyframe<G extends TrackGeometry>(
  track: Track<G>,
  frame: number,
): Track<G> | null {
  return withKeyframes(
    track,
    track.keyframes.filter((one) => one.frame !== frame),
  );
}

/** From this frame to the next keyframe the object is outside (occluded), or no longer so. */
export function setFlag<G extends TrackGeometry>(
  track: Track<G>,
  frame: number,
  flag: Flag,
  value: boolean,
): Track<G> | null {
  const changed = put(track, tidy({ ...heldAt(track, frame), [flag]: value }));
  const isSeen = changed.keyframes.some(({ outside }) => !outside);
  const isSame = Boolean(keyframeAt(changed, frame)?.[flag]) === value;
  return isSeen && isSame ? changed : null;
}

/** A mutable attribute, from this frame to the next keyframe; null takes it back. */
export function setAttribute<G extends TrackGeometry>(
  track: Track<G>,
  frame: number,
  id: string,
  value: Value,
): Track<G> {
  const held = heldAt(track, frame);
  const { [id]: _, ...rest } = (held.attributes ?? {}) as Attributes;
  const attributes = value === null || value === '' ? rest : { ...rest, [id]: value };
  return put(track, tidy({ ...held, attributes }));
}

/** `end` is the first frame without the object; keyframes from there on go. Undefined: to the last. */
export function endAt<G extends TrackGeometry>(
  track: Track<G>,
  end: number | undefined,
): Track<G> | null {
  if (end === undefined) return { shape: track.shape, keyframes: track.keyframes };
  const next = track.keyframes[countUpTo(track, end - 1)];
  // Where it was on its way to a later keyframe, it still moves there: the last frame tells.
  const moves = next && shapeAt(track, end - 1) !== null && !hasKeyframe(track, end - 1);
  const base = moves ? put(track, tidy(heldAt(track, end - 1))) : track;
  const keyframes = base.keyframes.filter(({ frame }) => frame < end);
  const kept = keyframes.length ? withKeyframes({ ...base, end: 0 }, keyframes) : null;
  return kept && { ...kept, end };
}

/** The object appears here; what was before goes. */
export function startAt<G extends TrackGeometry>(track: Track<G>, frame: number): Track<G> | null {
  if (track.end !== undefined && frame >= track.end) return null;
  const base = hasKeyframe(track, frame) ? track : put(track, tidy(heldAt(track, frame)));
  return withKeyframes(
    base,
    base.keyframes.filter((one) => one.frame >= frame),
  );
}

/** Moves a keyframe, at most up to its neighbours. */
export function moveKeyframe<G extends TrackGeometry>(
  track: Track<G>,
  from: number,
  to: number,
): Track<G> {
  const at = track.keyframes.findIndex(({ frame }) => frame === from);
  if (at < 0) return track;
  const low = (track.keyframes[at - 1]?.frame ?? -1) + 1;
  const high = track.keyframes[at + 1]?.frame ?? track.end ?? Infinity;
  const frame = Math.max(low, Math.min(high - 1, to));
  const moved = vouch({ ...track.keyframes[at]!, frame }, true);
  return { ...track, keyframes: track.keyframes.with(at, moved) };
}

/** What a tracker proposed is the person's from now on; null where nothing was proposed. */
export function confirmProposed<G extends TrackGeometry>(track: Track<G>): Track<G> | null {
  if (!track.keyframes.some(isProposed)) return null;
  return { ...track, keyframes: track.keyframes.map((one) => vouch(one, false)) };
}

/** The keyframe at this frame is the person's from now on; null where none was proposed here. */
export function confirmAt<G extends TrackGeometry>(
  track: Track<G>,
  frame: number,
): Track<G> | null {
  const at = track.keyframes.findIndex((one) => one.frame === frame && isProposed(one));
  if (at < 0) return null;
  return { ...track, keyframes: track.keyframes.with(at, vouch(track.keyframes[at]!, false)) };
}

/** Without what a tracker proposed; null where nothing was. */
export function rejectProposed<G extends TrackGeometry>(track: Track<G>): Track<G> | null {
  const own = track.keyframes.filter((one) => !isProposed(one));
  return own.length < track.keyframes.length ? withKeyframes(track, own) : null;
}

/** Two tracks: one that ends before this frame, and one that begins at it. */
export function split<G extends TrackGeometry>(
  track: Track<G>,
  frame: number,
): [Track<G>, Track<G>] | null {
  const before = endAt(track, frame);
  const after = startAt(track, frame);
  return before && after ? [before, after] : null;
}

/**
 * One track of two: in between, where neither is seen, the object is outside. Null where both say
 * something of the same frames, or are of different shapes.
 */
export function merge<G extends TrackGeometry>(a: Track<G>, b: Track<G>): Track<G> | null {
  const [first, second] = a.keyframes[0]!.frame <= b.keyframes[0]!.frame ? [a, b] : [b, a];
  const start = second.keyframes[0]!.frame;
  const stop = Math.min(first.end ?? start, start);
  if (first.shape !== second.shape || first.keyframes.at(-1)!.frame >= start) return null;
  if (first.end !== undefined && first.end > start) return null;
  const gone: Keyframe<G>[] =
    stop < start ? [{ frame: stop, geometry: ghostAt(first, stop), outside: true }] : [];
  const keyframes = [...first.keyframes, ...gone, ...second.keyframes];
  return { shape: first.shape, keyframes, ...(second.end !== undefined && { end: second.end }) };
}

/** The shape of this frame again on the next ones, one keyframe each; later keyframes there go. */
export function copyForward<G extends TrackGeometry>(
  track: Track<G>,
  frame: number,
  count: number,
  frames: number,
): Track<G> | null {
  const last = Math.min(frame + count, frames - 1);
  if (last <= frame) return null;
  const held = tidy(heldAt(track, frame));
  const copies = Array.from({ length: last - frame + 1 }, (_, i) => ({
    ...held,
    frame: frame + i,
  }));
  const keyframes = [
    ...track.keyframes.filter((one) => one.frame < frame),
    ...copies,
    ...track.keyframes.filter((one) => one.frame > last),
  ];
  return withKeyframes(track, keyframes);
}
