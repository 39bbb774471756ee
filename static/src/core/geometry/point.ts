/** Points, bounds and the few vector operations the shapes share. */
import type { Point } from '../region';

export type Bounds = readonly [minX: number, minY: number, maxX: number, maxY: number];

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
export const add = (a: Point, dx: number, dy: number): Point => [a[0] + dx, a[1] + dy];

/** Turns clockwise on the screen (y points down) by degrees about a centre. */
export function turn(point: Point, centre: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(radians), Math.sin(radians)];
  const [x, y] = [point[0] - centre[0], point[1] - centre[1]];
  return [centre[0] + x * c - y * s, centre[1] + x * s + y * c];
}

export function toSegment(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const along = length ? ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length : 0;
  const t = Math.max(0, Math.min(1, along));
  return distance(point, [a[0] + t * dx, a[1] + t * dy]);
}

export function boundsOf(points: Iterable<readonly [number, number, ...unknown[]]>): Bounds {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return minX > maxX ? [0, 0, 0, 0] : [minX, minY, maxX, maxY];
}

export const cornersOf = ([minX, minY, maxX, maxY]: Bounds): [Point, Point, Point, Point] => [
  [minX, minY],
  [maxX, minY],
  [maxX, maxY],
  [minX, maxY],
];

export const clampTo = ([x, y]: Point, width: number, height: number): Point => [
  Math.max(0, Math.min(width, x)),
  Math.max(0, Math.min(height, y)),
];

/** How far a shape may move so that it does not leave the image (further than it already does). */
export function limitMove(
  [minX, minY, maxX, maxY]: Bounds,
  [dx, dy]: Point,
  width: number,
  height: number,
): Point {
  return [
    Math.max(Math.min(0, -minX), Math.min(Math.max(0, width - maxX), dx)),
    Math.max(Math.min(0, -minY), Math.min(Math.max(0, height - maxY), dy)),
  ];
}
