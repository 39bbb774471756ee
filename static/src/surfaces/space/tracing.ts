/** From what a person drew on the ground to a cuboid: a rectangle, or a line from tail to nose. */
import type { Cuboid, Vector3 } from '../../core/region';
import { upright } from './cuboid';

export interface Span2 {
  readonly low: number;
  readonly high: number;
}
/** What stands within a footprint: the level it stands on and where its top is. */
export type Column = (cuboid: Cuboid) => Span2;

const leastSide = 0.2;

/** Corner to corner, upright on the page: its longer side is the length. */
export function fromRectangle(
  a: Vector3,
  b: Vector3,
  column: Column,
  frame: number,
): Cuboid | null {
  const [dx, dy] = [Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1])];
  if (Math.max(dx, dy) < leastSide || Math.min(dx, dy) < leastSide / 4) return null;
  const isAcross = dy > dx;
  const [length, width] = isAcross ? [dy, dx] : [dx, dy];
  const center: Vector3 = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
  const yaw = isAcross ? (b[1] > a[1] ? Math.PI / 2 : -Math.PI / 2) : b[0] > a[0] ? 0 : Math.PI;
  return raised(upright(center, [length, Math.max(width, leastSide), 1], yaw, frame), column);
}
/** Tail to nose: as wide as such things usually are. */
export function fromLine(
  tail: Vector3,
  nose: Vector3,
  usual: Vector3,
  column: Column,
  frame: number,
): Cuboid | null {
  const [dx, dy] = [nose[0] - tail[0], nose[1] - tail[1]];
  const length = Math.hypot(dx, dy);
  if (length < leastSide) return null;
  const center: Vector3 = [
    (tail[0] + nose[0]) / 2,
    (tail[1] + nose[1]) / 2,
    (tail[2] + nose[2]) / 2,
  ];
  const width = Math.max(leastSide, Math.min(length * 0.8, usual[1]));
  return raised(upright(center, [length, width, 1], Math.atan2(dy, dx), frame), column);
}
/** From the ground to the top of what stands there. */
function raised(cuboid: Cuboid, column: Column): Cuboid {
  const { low, high } = column(cuboid);
  const height = Math.max(leastSide, high - low);
  const [x, y] = cuboid.center;
  return {
    ...cuboid,
    center: [x, y, low + height / 2],
    size: [cuboid.size[0], cuboid.size[1], height],
  };
}
/** Where nothing better is known: about a car. */
export const usualSize: Vector3 = [4.2, 1.8, 1.6];

/** The middle size of those of one class; people's own before the usual. */
export function typicalSize(known: readonly Vector3[]): Vector3 {
  if (!known.length) return usualSize;
  const middle = (i: 0 | 1 | 2): number => {
    const sorted = known.map((size) => size[i]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)]!;
  };
  return [middle(0), middle(1), middle(2)];
}
