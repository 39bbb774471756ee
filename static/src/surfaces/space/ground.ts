/** The level of the ground at a place, from the grid that the server found. */
import type { Vector3 } from '../../core/region';
import { atLevel, type Ray } from './sight';
import { along } from './vector';

/** As the view `ground` gives it. */
export interface Ground {
  readonly plane: readonly [number, number, number, number];
  /** The middle of the first cell. */
  readonly x: number;
  readonly y: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** Row after row along y. */
  readonly heights: readonly number[];
}
export const level = (z: number): Ground => ({
  plane: [0, 0, 1, -z],
  x: 0,
  y: 0,
  cell: 1,
  columns: 2,
  rows: 2,
  heights: [z, z, z, z],
});

export function heightAt(ground: Ground, x: number, y: number): number {
  const { columns, rows, heights } = ground;
  const u = Math.min(Math.max((x - ground.x) / ground.cell, 0), columns - 1);
  const v = Math.min(Math.max((y - ground.y) / ground.cell, 0), rows - 1);
  const i = Math.min(Math.floor(u), columns - 2);
  const j = Math.min(Math.floor(v), rows - 2);
  const at = j * columns + i;
  const [s, t] = [u - i, v - j];
  const low = heights[at]! * (1 - s) + heights[at + 1]! * s;
  const high = heights[at + columns]! * (1 - s) + heights[at + columns + 1]! * s;
  return low * (1 - t) + high * t;
}
/** Where a ray meets the ground: from level to level, until they agree. */
export function onGround(ground: Ground, ray: Ray, about: number): Vector3 | null {
  let at = atLevel(ray, about);
  for (let step = 0; at && step < 6; step++) {
    const z = heightAt(ground, at[0], at[1]);
    if (Math.abs(z - at[2]) < 0.005) break;
    at = atLevel(ray, z);
  }
  return at && [at[0], at[1], heightAt(ground, at[0], at[1])];
}
/** A point in front of a ray that meets nothing. */
export const inFront = ({ from, direction }: Ray, distance: number): Vector3 =>
  along(from, direction, distance);
