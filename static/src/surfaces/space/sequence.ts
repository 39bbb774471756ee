/** Objects over frames: where each is in one frame, and how an edit there changes its region. */
import type { Cuboid, Geometry, Region, Track } from '../../core/region';
import { isTrack, keyframeAt, shapeAt } from '../../core/track';
import { endAt, hasKeyframe, newTrack, putShape, toggleKeyframe } from '../../core/trackEdits';
import { isCuboid, tidy } from './cuboid';

/** A cuboid as one frame shows it. */
export interface Seen {
  readonly region: Region;
  readonly cuboid: Cuboid;
  /** Set by a person in this frame, not made up between two. */
  readonly isKey: boolean;
  readonly isConfirmed: boolean;
}
const isCuboidTrack = (g: Geometry): g is Track<Cuboid> => isTrack(g) && g.shape === 'cuboid';

/** Null where the region is none, or is not to be seen in this frame. */
export function seenAt(region: Region, frame: number): Seen | null {
  const { geometry } = region;
  if (isCuboid(geometry)) {
    if ((geometry.frame ?? 0) !== frame) return null;
    return { region, cuboid: geometry, isKey: true, isConfirmed: geometry.confirmed === true };
  }
  if (!isCuboidTrack(geometry)) return null;
  const at = shapeAt(geometry, frame);
  if (!at) return null;
  const isKey = hasKeyframe(geometry, frame);
  const isConfirmed = isKey && keyframeAt(geometry, frame)?.geometry.confirmed === true;
  return { region, cuboid: bare(at), isKey, isConfirmed };
}
/** Without what belongs to one frame. */
export function bare({ center, size, rotation }: Cuboid): Cuboid {
  return { center, size, rotation };
}
/** The region's geometry once its cuboid in this frame is another. */
export function changedAt(
  region: Region,
  frame: number,
  cuboid: Cuboid,
  isConfirmed = seenAt(region, frame)?.isConfirmed ?? false,
): Geometry {
  const plain: Cuboid = {
    ...bare(tidy(cuboid)),
    ...(isConfirmed ? { confirmed: true } : {}),
  };
  if (isCuboidTrack(region.geometry)) return putShape(region.geometry, frame, plain);
  return { ...plain, ...(frame ? { frame } : {}) };
}
/** A new region's geometry: of a track its first keyframe. */
export function begun(cuboid: Cuboid, frame: number, asTrack: boolean): Cuboid | Track<Cuboid> {
  const plain = bare(tidy(cuboid));
  return asTrack ? newTrack('cuboid', frame, plain) : { ...plain, ...(frame ? { frame } : {}) };
}
/** A keyframe here, or the one here taken away; null where that would leave nothing. */
export function keyToggled({ geometry }: Region, frame: number): Geometry | null {
  return isCuboidTrack(geometry) ? toggleKeyframe(geometry, frame) : null;
}
/** The object is gone from this frame on; at its end, it lives on to the last frame again. */
export function endToggled({ geometry }: Region, frame: number): Geometry | null {
  if (!isCuboidTrack(geometry)) return null;
  return endAt(geometry, geometry.end === frame ? undefined : frame);
}
/** Which frames a track says something of by itself. */
export const keysOf = ({ geometry }: Region): readonly number[] =>
  isCuboidTrack(geometry)
    ? geometry.keyframes.map(({ frame }) => frame)
    : isCuboid(geometry)
      ? [geometry.frame ?? 0]
      : [];
/** Where the object would be going by its last two keyframes; the last where there is one only. */
export function foreseen(region: Region, frame: number): Cuboid | null {
  const { geometry } = region;
  if (!isCuboidTrack(geometry)) return null;
  const before = geometry.keyframes.filter((one) => one.frame < frame && !one.outside).slice(-2);
  const [a, b] = before;
  if (!a) return null;
  if (!b) return bare(a.geometry);
  const share = (frame - b.frame) / (b.frame - a.frame);
  const center = b.geometry.center.map(
    (one, i) => one + (one - a.geometry.center[i]!) * share,
  ) as unknown as Cuboid['center'];
  return { ...bare(b.geometry), center };
}
