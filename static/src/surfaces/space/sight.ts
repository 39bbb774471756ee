/**
 * How a view sees the world: one matrix from metres to pixels, whatever the view is. A perspective,
 * a plan and a calibrated camera differ in the matrix and in the ray that a pixel stands for.
 */
import type { Point, Vector3 } from '../../core/region';
import { add, along, cross, dot, scale, subtract, unit } from './vector';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Ray {
  readonly from: Vector3;
  readonly direction: Vector3;
}
export interface Sight {
  /** In pixels of the surface. */
  readonly rect: Rect;
  /** Rows X, Y, depth, W, for [x, y, z, 1]: the pixel is (X / W, Y / W). */
  readonly matrix: readonly number[];
  /** What is nearer is not seen. */
  readonly near: number;
  readonly far: number;
  readonly isFlat: boolean;
  ray(at: Point): Ray;
}

/** Row of the matrix, at a place. */
const row = (m: readonly number[], i: number, [x, y, z]: Vector3): number =>
  m[4 * i]! * x + m[4 * i + 1]! * y + m[4 * i + 2]! * z + m[4 * i + 3]!;

/** x and y in pixels, and how deep; null where it lies behind the view. */
export function project({ matrix, near }: Sight, at: Vector3): Vector3 | null {
  const depth = row(matrix, 2, at);
  if (depth < near) return null;
  const w = row(matrix, 3, at);
  return [row(matrix, 0, at) / w, row(matrix, 1, at) / w, depth];
}
/** The part of a line before the view, in pixels; null where all of it lies behind. */
export function segment(sight: Sight, a: Vector3, b: Vector3): [Point, Point] | null {
  const [da, db] = [row(sight.matrix, 2, a), row(sight.matrix, 2, b)];
  const { near } = sight;
  if (da < near && db < near) return null;
  const cut = (from: Vector3, to: Vector3, d0: number, d1: number): Vector3 =>
    along(from, subtract(to, from), (near - d0) / (d1 - d0) + 1e-9);
  const start = da < near ? cut(a, b, da, db) : a;
  const end = db < near ? cut(b, a, db, da) : b;
  const [p, q] = [project(sight, start), project(sight, end)];
  return p && q
    ? [
        [p[0], p[1]],
        [q[0], q[1]],
      ]
    : null;
}
export const isInside = ({ x, y, width, height }: Rect, [px, py]: Point, slack = 0): boolean =>
  px >= x - slack && py >= y - slack && px <= x + width + slack && py <= y + height + slack;
/** Pixels for each metre about a place. */
export function pixelsPerMetre(sight: Sight, at: Vector3): number {
  const w = row(sight.matrix, 3, at);
  const m = sight.matrix;
  return Math.hypot(m[0]!, m[1]!, m[2]!) / Math.max(Math.abs(w), 1e-9);
}

/** What a view along `forward` sees: `right` and `up` are unit vectors across it. */
interface Stand {
  readonly rect: Rect;
  readonly eye: Vector3;
  readonly right: Vector3;
  readonly up: Vector3;
  readonly forward: Vector3;
}
const affine = (v: Vector3, offset: number): number[] => [...v, offset];
const combine = (a: readonly number[], by: number, b: readonly number[], times: number): number[] =>
  a.map((one, i) => one * by + b[i]! * times);

/** A view without vanishing point; `scale` in pixels for each metre. */
export function flatSight(stand: Stand, zoom: number, reach: number): Sight {
  const { rect, eye, right, up, forward } = stand;
  const [cx, cy] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  return {
    rect,
    matrix: [
      ...affine(scale(right, zoom), cx - zoom * dot(right, eye)),
      ...affine(scale(up, -zoom), cy + zoom * dot(up, eye)),
      ...affine(forward, -dot(forward, eye)),
      ...[0, 0, 0, 1],
    ],
    near: -reach,
    far: reach,
    isFlat: true,
    ray([x, y]) {
      const at = along(along(eye, right, (x - cx) / zoom), up, (cy - y) / zoom);
      return { from: along(at, forward, -reach), direction: forward };
    },
  };
}
/** A view with one; `focal` in pixels. */
export function deepSight(stand: Stand, focal: number, near: number, far: number): Sight {
  const { rect, eye, right, up, forward } = stand;
  const [cx, cy] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const rowOf = (v: Vector3): number[] => affine(v, -dot(v, eye));
  const depth = rowOf(forward);
  return {
    rect,
    matrix: [
      ...combine(rowOf(right), focal, depth, cx),
      ...combine(rowOf(up), -focal, depth, cy),
      ...depth,
      ...depth,
    ],
    near,
    far,
    isFlat: false,
    ray([x, y]) {
      const aside = add(scale(right, (x - cx) / focal), scale(up, (cy - y) / focal));
      return { from: eye, direction: unit(add(forward, aside)) };
    },
  };
}
/** The same for a matrix that a sensor came with; see `lens.ts`. */
export function lensSight(rect: Rect, matrix: readonly number[], ray: (at: Point) => Ray): Sight {
  return { rect, matrix, near: 0.1, far: 500, isFlat: false, ray };
}
/** Across a line of sight, level with the horizon. */
export function acrossOf(forward: Vector3): { right: Vector3; up: Vector3 } {
  const right = unit(cross(forward, Math.abs(forward[2]) > 0.9999 ? [1, 0, 0] : [0, 0, 1]));
  return { right, up: cross(right, forward) };
}
/** Where a ray meets a level, in the world; null where it runs along it or away from it. */
export function atLevel({ from, direction }: Ray, level: number): Vector3 | null {
  const t = (level - from[2]) / direction[2];
  return Number.isFinite(t) && t > 0 ? along(from, direction, t) : null;
}
/** Where a ray meets the plane through `point` across `normal`. */
export function atPlane({ from, direction }: Ray, point: Vector3, normal: Vector3): Vector3 | null {
  const t = dot(subtract(point, from), normal) / dot(direction, normal);
  return Number.isFinite(t) ? along(from, direction, t) : null;
}
