/** Which points of a cloud a person drew around, and which is nearest to the pointer. */
import type { Cuboid, Point, Vector3 } from '../../core/region';
import { radiusOf } from './cuboid';
import type { Sight } from './sight';
import { axesOf } from './vector';

/**
 * Points of a frame, in the random order of the server: records of `stride` floats, the first three
 * a place less the origin; the source index is at `indexAt`.
 */
export interface Records {
  readonly floats: Float32Array;
  readonly words: Uint32Array;
  readonly stride: number;
  readonly indexAt: number;
  readonly origin: Vector3;
  /** How many are here by now. */
  readonly count: number;
}
export type Filter = (i: number) => boolean;

/** A closed outline in pixels, with what speeds up asking it. */
export interface Outline {
  readonly points: readonly Point[];
  readonly low: Point;
  readonly high: Point;
}
export function outline(points: readonly Point[]): Outline {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    points,
    low: [Math.min(...xs), Math.min(...ys)],
    high: [Math.max(...xs), Math.max(...ys)],
  };
}
/** By the even-odd rule. */
export function holds({ points, low, high }: Outline, x: number, y: number): boolean {
  if (x < low[0] || y < low[1] || x > high[0] || y > high[1]) return false;
  let inside = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i]!;
    const [xj, yj] = points[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** The matrix of a sight for places less the origin: large numbers would lose their ends. */
export function localMatrix({ matrix }: Sight, [ox, oy, oz]: Vector3): number[] {
  return matrix.map((one, k) => {
    if (k % 4 < 3) return one;
    const row = k - 3;
    return one + matrix[row]! * ox + matrix[row + 1]! * oy + matrix[row + 2]! * oz;
  });
}
/** Calls back for each point before the view with its pixel; the innermost loop of all picking. */
function forEachSeen(
  sight: Sight,
  records: Records,
  act: (i: number, x: number, y: number, depth: number) => void,
): void {
  const { floats, stride, count } = records;
  const m = localMatrix(sight, records.origin) as Matrix;
  for (let i = 0, at = 0; i < count; i++, at += stride) {
    const x = floats[at]!;
    const y = floats[at + 1]!;
    const z = floats[at + 2]!;
    const depth = m[8] * x + m[9] * y + m[10] * z + m[11];
    if (depth < sight.near || depth > sight.far) continue;
    const w = m[12] * x + m[13] * y + m[14] * z + m[15];
    act(
      i,
      (m[0] * x + m[1] * y + m[2] * z + m[3]) / w,
      (m[4] * x + m[5] * y + m[6] * z + m[7]) / w,
      depth,
    );
  }
}
// prettier-ignore
type Matrix = [
  number, number, number, number, number, number, number, number,
  number, number, number, number, number, number, number, number,
];

/** Source indices of the points within an outline. */
export function within(sight: Sight, records: Records, drawn: Outline, isShown: Filter): number[] {
  const { words, stride, indexAt } = records;
  const found: number[] = [];
  forEachSeen(sight, records, (i, x, y) => {
    if (holds(drawn, x, y) && isShown(i)) found.push(words[i * stride + indexAt]!);
  });
  return found;
}
/** Source indices of the points within a ball. */
export function inBall(
  records: Records,
  center: Vector3,
  radius: number,
  isShown: Filter,
): number[] {
  const { floats, words, stride, indexAt, origin, count } = records;
  const [cx, cy, cz] = [center[0] - origin[0], center[1] - origin[1], center[2] - origin[2]];
  const found: number[] = [];
  for (let i = 0, at = 0; i < count; i++, at += stride) {
    const [dx, dy, dz] = [floats[at]! - cx, floats[at + 1]! - cy, floats[at + 2]! - cz];
    if (dx * dx + dy * dy + dz * dz <= radius * radius && isShown(i))
      found.push(words[i * stride + indexAt]!);
  }
  return found;
}
/** Indices into the records of the points within a cuboid. */
export function inCuboid(records: Records, cuboid: Cuboid): number[] {
  const { floats, stride, origin, count } = records;
  const [cx, cy, cz] = cuboid.center.map((one, i) => one - origin[i]!) as [number, number, number];
  const [a, b, c] = axesOf(cuboid.rotation);
  const [hl, hw, hh] = cuboid.size.map((one) => one / 2) as [number, number, number];
  const radius = radiusOf(cuboid);
  const found: number[] = [];
  for (let i = 0, at = 0; i < count; i++, at += stride) {
    const dx = floats[at]! - cx;
    if (dx > radius || dx < -radius) continue;
    const dy = floats[at + 1]! - cy;
    if (dy > radius || dy < -radius) continue;
    const dz = floats[at + 2]! - cz;
    if (Math.abs(dx * a[0] + dy * a[1] + dz * a[2]) > hl) continue;
    if (Math.abs(dx * b[0] + dy * b[1] + dz * b[2]) > hw) continue;
    if (Math.abs(dx * c[0] + dy * c[1] + dz * c[2]) <= hh) found.push(i);
  }
  return found;
}
/**
 * The point under the pointer: of those within `reach` pixels the one that hides the others. Its
 * loop is its own, without a call or a division for the many points that are nowhere near.
 */
export function nearest(
  sight: Sight,
  { floats, stride, count, origin }: Records,
  [px, py]: Point,
  reach: number,
  isShown: Filter,
): Vector3 | null {
  const m = localMatrix(sight, origin);
  // Rows less the pointer: how far aside a point is, times W.
  const aside = (row: number, by: number): number[] =>
    [0, 1, 2, 3].map((i) => m[4 * row + i]! - by * m[12 + i]!);
  const [a0, a1, a2, a3] = aside(0, px) as [number, number, number, number];
  const [b0, b1, b2, b3] = aside(1, py) as [number, number, number, number];
  const [d0, d1, d2, d3] = m.slice(8, 12) as [number, number, number, number];
  const [w0, w1, w2, w3] = m.slice(12, 16) as [number, number, number, number];
  const { near, far, isFlat } = sight;
  let best = -1;
  let cost = Infinity;
  for (let i = 0, at = 0; i < count; i++, at += stride) {
    const x = floats[at]!;
    const y = floats[at + 1]!;
    const z = floats[at + 2]!;
    const limit = reach * (w0 * x + w1 * y + w2 * z + w3);
    const dx = a0 * x + a1 * y + a2 * z + a3;
    if (dx > limit || dx < -limit) continue;
    const dy = b0 * x + b1 * y + b2 * z + b3;
    if (dy > limit || dy < -limit) continue;
    const depth = d0 * x + d1 * y + d2 * z + d3;
    if (depth < near || depth > far || !isShown(i)) continue;
    const away = (Math.hypot(dx, dy) * reach) / limit;
    // A pixel aside weighs as much as so much farther away.
    const one = isFlat ? away : depth * (1 + 0.03 * away);
    if (away <= reach && one < cost) [best, cost] = [i, one];
  }
  if (best < 0) return null;
  const at = best * stride;
  return [floats[at]! + origin[0], floats[at + 1]! + origin[1], floats[at + 2]! + origin[2]];
}
/** Lowest and highest z of what stands in the footprint of a cuboid; null where nothing does. */
export function heightsIn(
  records: Records,
  footprint: Cuboid,
  floor: number,
  ceiling: number,
): { low: number; high: number } | null {
  const tall = {
    ...footprint,
    center: [footprint.center[0], footprint.center[1], (floor + ceiling) / 2] as Vector3,
    size: [footprint.size[0], footprint.size[1], ceiling - floor] as Vector3,
  };
  const zs = inCuboid(records, tall)
    .map((i) => records.floats[i * records.stride + 2]! + records.origin[2])
    .sort((a, b) => a - b);
  if (!zs.length) return null;
  return { low: zs[0]!, high: zs[Math.ceil(zs.length * 0.98) - 1]! };
}
