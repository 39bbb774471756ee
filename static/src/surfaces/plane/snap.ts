/** Snapping to the image's borders and to the edges and vertices of neighbours. */
import { magnetsOf } from '../../core/geometry';
import { distance, type Bounds } from '../../core/geometry/point';
import type { Point } from '../../core/region';
import type { Size } from './camera';
import type { Entry } from './scene';

/** The nearest of `lines` to `value`, if near enough. */
function nearest(value: number, lines: Iterable<number>, slack: number): number | null {
  let best: number | null = null;
  for (const line of lines)
    if (
      Math.abs(line - value) <= slack &&
      (best === null || Math.abs(line - value) < Math.abs(best - value))
    )
      best = line;
  return best;
}

const columns = (near: readonly Entry[], image: Size): number[] => [
  0,
  image.width,
  ...near.flatMap(({ bounds }) => [bounds[0], bounds[2]]),
];
const rows = (near: readonly Entry[], image: Size): number[] => [
  0,
  image.height,
  ...near.flatMap(({ bounds }) => [bounds[1], bounds[3]]),
];

/** A vertex wins over edges; else each coordinate snaps on its own. */
export function snapPoint(at: Point, near: readonly Entry[], image: Size, slack: number): Point {
  const vertices = near
    .flatMap(({ region }) => [...magnetsOf(region.geometry)])
    .filter((point) => distance(point, at) <= slack)
    .sort((a, b) => distance(a, at) - distance(b, at));
  return (
    vertices[0] ?? [
      nearest(at[0], columns(near, image), slack) ?? at[0],
      nearest(at[1], rows(near, image), slack) ?? at[1],
    ]
  );
}

/** How much more to move so that one side of the bounds meets a line; the smaller correction wins. */
export function snapBounds(
  bounds: Bounds,
  near: readonly Entry[],
  image: Size,
  slack: number,
): Point {
  const correct = (sides: [number, number], lines: number[]): number => {
    const found = sides.flatMap((side) => {
      const line = nearest(side, lines, slack);
      return line === null ? [] : [line - side];
    });
    return found.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? 0;
  };
  return [
    correct([bounds[0], bounds[2]], columns(near, image)),
    correct([bounds[1], bounds[3]], rows(near, image)),
  ];
}
