/** Cuboids: corners and faces, what is inside, and every way to change one. */
import type { Cuboid, Geometry, Quaternion, Vector3 } from '../../core/region';
import { about, add, along, axesOf, dot, fromYaw, multiply, scale, subtract } from './vector';

/** 0 along the length, 1 along the width, 2 along the height. */
export type Axis = 0 | 1 | 2;
export type Side = -1 | 1;

export const leastSize = 0.05;
const half = Math.PI;

export const isCuboid = (geometry: Geometry): geometry is Cuboid =>
  'center' in geometry && 'rotation' in geometry;

const signs: readonly Vector3[] = [-1, 1].flatMap((z) =>
  (
    [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ] as const
  ).map(([x, y]): Vector3 => [x, y, z]),
);
/** Pairs of corners. */
export const edges: readonly (readonly [number, number])[] = [0, 1, 2, 3].flatMap(
  (i): [number, number][] => [
    [i, (i + 1) % 4],
    [i + 4, ((i + 1) % 4) + 4],
    [i, i + 4],
  ],
);
/** Corners of the face that looks forward. */
export const front: readonly number[] = [0, 3, 7, 4];

/** Bottom, then top; each front left, rear left, rear right, front right. */
export function cornersOf(cuboid: Cuboid): Vector3[] {
  return signs.map((sign) => placeIn(cuboid, sign));
}
/** A place in shares of the half sizes: [1, 0, 0] is the middle of the front. */
export function placeIn({ center, size, rotation }: Cuboid, share: Vector3): Vector3 {
  const axes = axesOf(rotation);
  let at: Vector3 = center;
  for (const i of [0, 1, 2] as const) at = along(at, axes[i], (share[i] * size[i]) / 2);
  return at;
}
/** In metres along the cuboid's own axes, from its middle. */
export function localOf({ center, rotation }: Cuboid, at: Vector3): Vector3 {
  const away = subtract(at, center);
  const axes = axesOf(rotation);
  return [dot(away, axes[0]), dot(away, axes[1]), dot(away, axes[2])];
}
export function contains(cuboid: Cuboid, at: Vector3): boolean {
  const local = localOf(cuboid, at);
  return [0, 1, 2].every((i) => Math.abs(local[i]!) <= cuboid.size[i]! / 2);
}
/** Radius of the ball around it. */
export const radiusOf = ({ size }: Cuboid): number => Math.hypot(...size) / 2;

export const moved = (cuboid: Cuboid, by: Vector3): Cuboid => ({
  ...cuboid,
  center: add(cuboid.center, by),
});
/** Along its own axes. */
export function shifted(cuboid: Cuboid, by: Vector3): Cuboid {
  const axes = axesOf(cuboid.rotation);
  return moved(
    cuboid,
    add(add(scale(axes[0], by[0]), scale(axes[1], by[1])), scale(axes[2], by[2])),
  );
}
/** One face moves outward by so many metres, the one opposite stays. */
export function pulled(cuboid: Cuboid, axis: Axis, side: Side, by: number): Cuboid {
  const grown = Math.max(by, leastSize - cuboid.size[axis]);
  const size = cuboid.size.map((one, i) => (i === axis ? one + grown : one));
  const shift = [0, 1, 2].map((i) => (i === axis ? (side * grown) / 2 : 0));
  return shifted({ ...cuboid, size: vector(size) }, vector(shift));
}
/** Both faces of an axis move, the middle stays. */
export function swollen(cuboid: Cuboid, axis: Axis, by: number): Cuboid {
  const size = cuboid.size.map((one, i) => (i === axis ? Math.max(leastSize, one + by) : one));
  return { ...cuboid, size: vector(size) };
}
/** About an axis of the world's frame through its middle. */
export const turned = (cuboid: Cuboid, axis: Vector3, radians: number): Cuboid => ({
  ...cuboid,
  rotation: multiply(about(axis, radians), cuboid.rotation),
});
/** About an axis of its own. */
export const turnedOwn = (cuboid: Cuboid, axis: Axis, radians: number): Cuboid =>
  turned(cuboid, axesOf(cuboid.rotation)[axis], radians);
/** Front and rear change places. */
export const flipped = (cuboid: Cuboid): Cuboid => turnedOwn(cuboid, 2, half);
/** The same box whose side is now its front. */
export function quartered(cuboid: Cuboid): Cuboid {
  const [length, width, height] = cuboid.size;
  return turnedOwn({ ...cuboid, size: [width, length, height] }, 2, half / 2);
}
/** Lowered or raised until its bottom is at a height. */
export function standing(cuboid: Cuboid, ground: number): Cuboid {
  const bottom = Math.min(...cornersOf(cuboid).map(([, , z]) => z));
  return moved(cuboid, [0, 0, ground - bottom]);
}
export const upright = (center: Vector3, size: Vector3, yaw: number, frame?: number): Cuboid => ({
  center,
  size,
  rotation: fromYaw(yaw),
  ...(frame ? { frame } : {}),
});

/** Metres to the tenth of a millimetre: files stay readable, and nobody sees more. */
export function tidy(cuboid: Cuboid): Cuboid {
  const round = (value: number, digits: number): number => Number(value.toFixed(digits));
  const [w, x, y, z] = cuboid.rotation;
  const norm = Math.hypot(w, x, y, z) || 1;
  return {
    ...cuboid,
    center: vector(cuboid.center.map((one) => round(one, 4))),
    size: vector(cuboid.size.map((one) => Math.max(leastSize, round(one, 4)))),
    rotation: [w, x, y, z].map((one) => round(one / norm, 9)) as unknown as Quaternion,
  };
}
/** Where a ray enters, in its own lengths; null where it misses. */
export function entry(cuboid: Cuboid, from: Vector3, direction: Vector3): number | null {
  const start = localOf(cuboid, from);
  const axes = axesOf(cuboid.rotation);
  let near = -Infinity;
  let far = Infinity;
  for (const i of [0, 1, 2] as const) {
    const speed = dot(direction, axes[i]);
    const reach = cuboid.size[i] / 2;
    if (Math.abs(speed) < 1e-12) {
      if (Math.abs(start[i]) > reach) return null;
      continue;
    }
    const a = (-reach - start[i]) / speed;
    const b = (reach - start[i]) / speed;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far && far >= 0 ? Math.max(near, 0) : null;
}

const vector = (values: readonly number[]): Vector3 => [values[0]!, values[1]!, values[2]!];
