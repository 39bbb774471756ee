/**
 * Fills the slices between painted ones by shape (Raya and Udupa 1990, doi:10.1109/42.52980):
 * distances to the two outlines are mixed, and what is nearer to an inside is inside. The shapes
 * are first laid over each other by their centres, so that a slanting vessel stays whole.
 */
import type { SlicePlane, VolumeMask } from '../../core/region';
import { axesOf, type Grid } from './grid';
import { bitsOn, blankBits, slicesOf, withBits, type Bits } from './voxels';

const far = 1e12;

/** The mask with every gap between two of its slices filled; the same one where there is none. */
export function interpolate(mask: VolumeMask, plane: SlicePlane, grid: Grid): VolumeMask {
  const painted = slicesOf(mask, plane, grid);
  let filled: VolumeMask = mask;
  painted.forEach((from, i) => {
    const to = painted[i + 1];
    if (to === undefined || to - from < 2) return;
    const [a, b] = [bitsOn(mask, plane, from, grid)!, bitsOn(mask, plane, to, grid)!];
    for (const [k, bits] of between(a, b, to - from - 1, plane, grid).entries())
      filled = withBits(filled, plane, from + 1 + k, bits, grid) ?? filled;
  });
  return filled;
}

function between(a: Bits, b: Bits, count: number, plane: SlicePlane, grid: Grid): Bits[] {
  const { u, v } = axesOf[plane];
  const scale = [grid.spacing[u], grid.spacing[v]] as const;
  const [da, db] = [signedDistance(a, ...scale), signedDistance(b, ...scale)];
  const [ca, cb] = [centreOf(a), centreOf(b)];
  return Array.from({ length: count }, (_, k) => {
    const t = (k + 1) / (count + 1);
    const bits = blankBits(grid, plane);
    // Shape a moves on towards b's centre, b back towards a's.
    const forth = [Math.round(t * (cb[0] - ca[0])), Math.round(t * (cb[1] - ca[1]))] as const;
    const back = [
      Math.round((1 - t) * (ca[0] - cb[0])),
      Math.round((1 - t) * (ca[1] - cb[1])),
    ] as const;
    for (let y = 0; y < bits.height; y++)
      for (let x = 0; x < bits.width; x++) {
        const one = sample(da, bits, scale, x - forth[0], y - forth[1]);
        const two = sample(db, bits, scale, x - back[0], y - back[1]);
        if ((1 - t) * one + t * two < 0) bits.at[y * bits.width + x] = 1;
      }
    return bits;
  });
}

/** Beyond the slice nothing is inside, so a shape that touches the edge does not grow there. */
function sample(
  values: Float64Array,
  { width, height }: Bits,
  [acrossMm, downMm]: readonly [number, number],
  x: number,
  y: number,
): number {
  const column = Math.max(0, Math.min(width - 1, x));
  const row = Math.max(0, Math.min(height - 1, y));
  const beyond = Math.hypot((x - column) * acrossMm, (y - row) * downMm);
  return values[row * width + column]! + beyond;
}

function centreOf({ width, at }: Bits): readonly [number, number] {
  let [x, y, count] = [0, 0, 0];
  at.forEach((bit, i) => {
    if (!bit) return;
    x += i % width;
    y += Math.floor(i / width);
    count++;
  });
  return count ? [x / count, y / count] : [0, 0];
}

/** Millimetres to the outline, negative inside. */
export function signedDistance(bits: Bits, acrossMm: number, downMm: number): Float64Array {
  const outside = distances(bits, 1, acrossMm, downMm);
  const inside = distances(bits, 0, acrossMm, downMm);
  return outside.map((squared, i) => Math.sqrt(squared) - Math.sqrt(inside[i]!));
}

/** Squared distance of each voxel to the nearest one of `value`. */
function distances(bits: Bits, value: 0 | 1, acrossMm: number, downMm: number): Float64Array {
  const { width, height, at } = bits;
  const found = Float64Array.from(at, (bit) => (bit === value ? 0 : far));
  const column = new Float64Array(height);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) column[y] = found[y * width + x]!;
    const done = lineDistances(column, downMm);
    for (let y = 0; y < height; y++) found[y * width + x] = done[y]!;
  }
  for (let y = 0; y < height; y++) {
    const row = found.subarray(y * width, (y + 1) * width);
    row.set(lineDistances(row, acrossMm));
  }
  return found;
}

/** Lower envelope of parabolas (Felzenszwalb and Huttenlocher 2012, doi:10.4086/toc.2012.v008a019). */
function lineDistances(values: Float64Array, step: number): Float64Array {
  const count = values.length;
  const tops = new Int32Array(count);
  const edges = new Float64Array(count + 1);
  const square = step * step;
  let k = 0;
  edges[0] = -Infinity;
  edges[1] = Infinity;
  for (let q = 1; q < count; q++) {
    let meet = 0;
    for (;;) {
      const p = tops[k]!;
      const lift = (values[q]! - values[p]!) / square;
      meet = (lift + q * q - p * p) / (2 * (q - p));
      if (meet > edges[k]! || k === 0) break;
      k--;
    }
    if (meet <= edges[k]!) tops[k] = q;
    else tops[++k] = q;
    if (k) edges[k] = meet;
    edges[k + 1] = Infinity;
  }
  const found = new Float64Array(count);
  for (let q = 0, at = 0; q < count; q++) {
    while (edges[at + 1]! < q) at++;
    const p = tops[at]!;
    found[q] = (q - p) * (q - p) * square + values[p]!;
  }
  return found;
}
