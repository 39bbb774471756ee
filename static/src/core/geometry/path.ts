/** Chains of points: what polygons and polylines have in common. */
import type { Point, Ring } from '../region';
import { middle, toSegment, turn, type Bounds } from './point';
import type { Handle } from './shape';

export const edges = (ring: Ring, closed: boolean): [Point, Point][] =>
  ring.flatMap((point, i): [Point, Point][] => {
    const next = ring[i + 1] ?? (closed ? ring[0] : undefined);
    return next ? [[point, next]] : [];
  });

/** Signed area, positive when clockwise on the screen. */
export const signedArea = (ring: Ring): number =>
  edges(ring, true).reduce((sum, [a, b]) => sum + a[0] * b[1] - b[0] * a[1], 0) / 2;

export const lengthOf = (ring: Ring): number =>
  edges(ring, false).reduce((sum, [a, b]) => sum + Math.hypot(a[0] - b[0], a[1] - b[1]), 0);

/** Even-odd: whether a ray from the point crosses the ring an odd number of times. */
export function crosses(ring: Ring, [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

export const isNear = (ring: Ring, at: Point, slack: number, closed: boolean): boolean =>
  edges(ring, closed).some(([a, b]) => toSegment(at, a, b) <= slack);

/** A handle on each vertex, and on the middle of each edge long enough to hold one. */
export function pathHandles(ring: Ring, prefix: string, closed: boolean, slack: number): Handle[] {
  const vertices = ring.map((at, i): Handle => {
    return { id: `v${prefix}${i}`, at, look: 'vertex', cursor: 'move' };
  });
  const middles = edges(ring, closed).flatMap(([a, b], i): Handle[] => {
    const isLong = Math.hypot(a[0] - b[0], a[1] - b[1]) > slack * 4;
    return isLong
      ? [{ id: `m${prefix}${i}`, at: middle(a, b), look: 'middle', cursor: 'copy' }]
      : [];
  });
  return [...middles, ...vertices];
}

/** Moves vertex `index`, or (from an edge's middle) puts a new one after it. */
export const setVertex = (ring: Ring, isNew: boolean, index: number, to: Point): Point[] =>
  isNew ? [...ring.slice(0, index + 1), to, ...ring.slice(index + 1)] : ring.with(index, to);

export const movePoints = (ring: Ring, dx: number, dy: number): Point[] =>
  ring.map(([x, y]): Point => [x + dx, y + dy]);

/** Stretches the points of `bounds` by pixels, the top left corner staying. */
export function stretch(point: Point, bounds: Bounds, dw: number, dh: number): Point {
  const [minX, minY, maxX, maxY] = bounds;
  const scale = (size: number, by: number): number =>
    size > 0 ? Math.max(1, size + by) / size : 1;
  return [
    minX + (point[0] - minX) * scale(maxX - minX, dw),
    minY + (point[1] - minY) * scale(maxY - minY, dh),
  ];
}

export const turnPoints = (ring: Ring, centre: Point, degrees: number): Point[] =>
  ring.map((point) => turn(point, centre, degrees));
