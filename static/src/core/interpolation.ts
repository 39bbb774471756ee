/**
 * Geometry between two keyframes: straight for lengths, the short way round for angles. Mirrors
 * labeling/regions/interpolation.py; both are tested against the same cases.
 */
import type { Quaternion, TrackGeometry, TrackShape } from './region';

/** The angle that maps a figure on itself; half a turn does for an ellipse, which has no front. */
const turns: { readonly [S in TrackShape]?: number } = { rotated_box: 360, ellipse: 180 };
const absent = 0;

type Json = number | readonly Json[] | { readonly [key: string]: Json };
type Point3 = readonly [x: number, y: number, v: number];

/** The geometry a share `t` (0 to 1) of the way from `a` to `b`, both of kind `shape`. */
export function between<G extends TrackGeometry>(shape: TrackShape, a: G, b: G, t: number): G {
  if (t <= 0 || shape === 'mask') return a;
  const mix = mixers[shape] ?? ((one, two, share) => mixed(one, two, share));
  // Each mixer answers the kind it was given, or null where the two are unlike.
  return (mix(a as unknown as Json, b as unknown as Json, t) ?? a) as unknown as G;
}

type Mix = (a: Json, b: Json, t: number) => Json | null;
const turning =
  (whole: number): Mix =>
  (a, b, t) => {
    const found = mixed(a, b, t) as { angle: number } | null;
    if (!found) return null;
    const [from, to] = [(a as { angle: number }).angle, (b as { angle: number }).angle];
    const way = modulo(to - from + whole / 2, whole) - whole / 2;
    return { ...found, angle: modulo(from + t * way, 360) };
  };
const mixers: { readonly [S in TrackShape]?: Mix } = {
  rotated_box: turning(turns.rotated_box ?? 360),
  ellipse: turning(turns.ellipse ?? 180),
  keypoints(a, b, t) {
    const [first, second] = [pointsOf(a), pointsOf(b)];
    if (first.length !== second.length) return null;
    return { points: first.map((point, i) => movedPoint(point, second[i]!, t)) };
  },
  cuboid(a, b, t) {
    const [one, two] = [a, b] as unknown as Record<'center' | 'size' | 'rotation', Json>[];
    if (!one || !two) return null;
    const center = mixed(one.center, two.center, t);
    const size = mixed(one.size, two.size, t);
    const rotation = slerp(
      one.rotation as unknown as Quaternion,
      two.rotation as unknown as Quaternion,
      t,
    );
    return center && size ? { center, size, rotation } : null;
  },
};

const pointsOf = (g: Json): readonly Point3[] => (g as unknown as { points: Point3[] }).points;

/** Points move; whether they are seen holds, and so does a point that the other lacks. */
const movedPoint = ([x, y, v]: Point3, to: Point3, t: number): Point3 =>
  v === absent || to[2] === absent ? [x, y, v] : [x + t * (to[0] - x), y + t * (to[1] - y), v];

/** Number by number; null where the two have not the same parts. */
function mixed(a: Json, b: Json, t: number): Json | null {
  if (typeof a === 'number' || typeof b === 'number')
    return typeof a === 'number' && typeof b === 'number' ? a + t * (b - a) : null;
  if (isList(a) || isList(b)) {
    if (!isList(a) || !isList(b) || a.length !== b.length) return null;
    const found = a.map((item, i) => mixed(item, b[i]!, t));
    return found.every((item) => item !== null) ? (found as Json[]) : null;
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || keys.some((key) => !(key in b))) return null;
  const found = keys.map((key) => [key, mixed(a[key]!, b[key]!, t)] as const);
  if (found.some(([, item]) => item === null)) return null;
  return Object.fromEntries(found) as { [key: string]: Json };
}
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** As Python has it: the sign of the divisor. */
const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** The rotation a share `t` of the shorter way from `a` to `b`, at even speed (Shoemake 1985). */
export function slerp(a: Quaternion, b: Quaternion, t: number): Quaternion {
  const cosine = a.reduce((sum, p, i) => sum + p * b[i]!, 0);
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(Math.abs(cosine), 1));
  // So near that a straight line is as good, and does not divide by 0.
  const isNear = angle < 1e-6;
  const one = isNear ? 1 - t : Math.sin((1 - t) * angle) / Math.sin(angle);
  const two = isNear ? t : Math.sin(t * angle) / Math.sin(angle);
  const found = a.map((p, i) => one * p + two * sign * b[i]!);
  const length = Math.hypot(...found);
  return found.map((q) => q / length) as unknown as Quaternion;
}
