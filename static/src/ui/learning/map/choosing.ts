/** Which points a gesture means. */
import Flatbush from 'flatbush';
import type { At } from './camera';
import type { Points } from './wire';

/** Finds points by place; the tree is built once a map. */
export class Places {
  readonly #tree: Flatbush | null;
  readonly #points: Points;

  constructor(points: Points) {
    this.#points = points;
    this.#tree = points.x.length ? new Flatbush(points.x.length, 16, Float32Array) : null;
    for (let i = 0; i < points.x.length; i++) this.#tree?.add(points.x[i]!, points.y[i]!);
    this.#tree?.finish();
  }

  /** The nearest point within `reach` that `isShown`, or -1. */
  nearest(at: At, reach: number, isShown: (point: number) => boolean): number {
    return this.#tree?.neighbors(at.x, at.y, 1, reach, isShown)[0] ?? -1;
  }

  inBox(from: At, to: At): number[] {
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    return this.#tree?.search(left, top, right, bottom) ?? [];
  }

  /** Those inside a closed line, by the even-odd rule. */
  inLoop(loop: readonly At[]): number[] {
    if (loop.length < 3) return [];
    const xs = loop.map(({ x }) => x);
    const ys = loop.map(({ y }) => y);
    const around = this.inBox(
      { x: Math.min(...xs), y: Math.min(...ys) },
      { x: Math.max(...xs), y: Math.max(...ys) },
    );
    return around.filter((i) => isInside(this.#points.x[i]!, this.#points.y[i]!, xs, ys));
  }
}

function isInside(x: number, y: number, xs: readonly number[], ys: readonly number[]): boolean {
  let inside = false;
  for (let i = 0, j = xs.length - 1; i < xs.length; j = i++) {
    const crosses = ys[i]! > y !== ys[j]! > y;
    if (crosses && x < ((xs[j]! - xs[i]!) * (y - ys[i]!)) / (ys[j]! - ys[i]!) + xs[i]!)
      inside = !inside;
  }
  return inside;
}

/** A selection with some points added, taken away, or in place of what was there. */
export type Combine = 'replace' | 'add' | 'remove';

export function combined(
  before: Uint8Array | null,
  count: number,
  chosen: readonly number[],
  how: Combine,
): Uint8Array | null {
  const next = how !== 'replace' && before ? before.slice() : new Uint8Array(count);
  for (const point of chosen) next[point] = how === 'remove' ? 0 : 1;
  return next.includes(1) ? next : null;
}

/** The place of a task in the map, or -1: ids rise. */
export function placeOf(ids: Float64Array, task: number): number {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (ids[middle] === task) return middle;
    if (ids[middle]! < task) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
