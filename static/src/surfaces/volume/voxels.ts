/** Masks of volumes, seen and changed on the slices of any plane. */
import { decode, encode, runsOf } from '../../core/geometry/rle';
import type { Mask, SlicePlane, VolumeMask } from '../../core/region';
import { axesOf, stretchOf, shownSize, type Grid } from './grid';

/** One byte a voxel, row by row. */
export interface Bits {
  readonly width: number;
  readonly height: number;
  readonly at: Uint8Array<ArrayBuffer>;
}

export const blankBits = (grid: Grid, plane: SlicePlane): Bits => {
  const { u, v } = axesOf[plane];
  const [width, height] = [grid.size[u], grid.size[v]];
  return { width, height, at: new Uint8Array(width * height) };
};

/** Calls back for each run of set bits: column-major, `end` exclusive. */
function eachRun(mask: Mask, run: (start: number, end: number) => void): void {
  let at = 0;
  runsOf(mask).forEach((length, i) => {
    if (i % 2 && length) run(at, at + length);
    at += length;
  });
}

/** What a mask has on a slice; null where nothing. */
export function bitsOn(
  mask: VolumeMask,
  plane: SlicePlane,
  slice: number,
  grid: Grid,
): Bits | null {
  if (plane === 'axial' && !mask.slices[slice]) return null;
  const bits = blankBits(grid, plane);
  let isEmpty = true;
  const set = (index: number): void => {
    bits.at[index] = 1;
    isEmpty = false;
  };
  const parts = plane === 'axial' ? [[String(slice), mask.slices[slice]!] as const] : null;
  for (const [z, part] of parts ?? Object.entries(mask.slices)) {
    const [rows] = part.size;
    const row = Number(z) * bits.width;
    eachRun(part, (start, end) => {
      if (plane === 'axial') {
        for (let bit = start; bit < end; bit++)
          set((bit % rows) * bits.width + Math.floor(bit / rows));
      } else if (plane === 'coronal') {
        // Every column in which the run passes row `slice`.
        for (let x = Math.ceil((start - slice) / rows); x * rows + slice < end; x++)
          if (x >= 0) set(row + x);
      } else {
        const [from, to] = [slice * rows, (slice + 1) * rows];
        for (let bit = Math.max(start, from); bit < Math.min(end, to); bit++) set(row + bit - from);
      }
    });
  }
  return isEmpty ? null : bits;
}

/** The mask with this slice as given; null where nothing is left. */
export function withBits(
  mask: VolumeMask | null,
  plane: SlicePlane,
  slice: number,
  bits: Bits,
  grid: Grid,
): VolumeMask | null {
  const slices = new Map(Object.entries(mask?.slices ?? {}));
  if (plane === 'axial') store(slices, slice, columnMajor(bits), grid);
  else {
    const before = mask && bitsOn(mask, plane, slice, grid);
    for (let z = 0; z < bits.height; z++) {
      const from = z * bits.width;
      const line = bits.at.subarray(from, from + bits.width);
      const old = before?.at.subarray(from, from + bits.width);
      if (old ? line.every((bit, i) => bit === old[i]) : !line.includes(1)) continue;
      store(slices, z, withLine(slices.get(String(z)), plane, slice, line, grid), grid);
    }
  }
  return slices.size ? { plane: 'axial', slices: Object.fromEntries(slices) } : null;
}

function store(
  slices: Map<string, Mask>,
  z: number,
  bits: Uint8Array<ArrayBuffer>,
  grid: Grid,
): void {
  if (bits.includes(1)) slices.set(String(z), encode(bits, grid.size[1], grid.size[0]));
  else slices.delete(String(z));
}

/** An axial slice with one of its rows, or columns, replaced; column-major. */
function withLine(
  mask: Mask | undefined,
  plane: SlicePlane,
  slice: number,
  line: Uint8Array,
  grid: Grid,
): Uint8Array<ArrayBuffer> {
  const [columns, rows] = grid.size;
  const bits = mask ? decode(mask) : new Uint8Array(columns * rows);
  if (plane === 'sagittal') bits.set(line, slice * rows);
  else for (let x = 0; x < columns; x++) bits[x * rows + slice] = line[x]!;
  return bits;
}

function columnMajor({ width, height, at }: Bits): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) bits[x * height + y] = at[y * width + x]!;
  return bits;
}

/** As the plane shows it, where voxels may be taller or wider than a unit. */
export function shownMask(bits: Bits, grid: Grid, plane: SlicePlane): Mask {
  const { width, height } = shownSize(grid, plane);
  if (width === bits.width && height === bits.height)
    return encode(columnMajor(bits), height, width);
  const [su, sv] = stretchOf(grid, plane);
  const shown = new Uint8Array(width * height);
  for (let c = 0; c < width; c++) {
    const x = Math.min(bits.width - 1, Math.floor((c + 0.5) / su));
    for (let r = 0; r < height; r++) {
      const y = Math.min(bits.height - 1, Math.floor((r + 0.5) / sv));
      shown[c * height + r] = bits.at[y * bits.width + x]!;
    }
  }
  return encode(shown, height, width);
}

/** The voxels whose middles a shown mask covers: the way back of `shownMask`, without loss. */
export function bitsOfShown(mask: Mask, grid: Grid, plane: SlicePlane): Bits {
  const bits = blankBits(grid, plane);
  const [height, width] = mask.size;
  const [su, sv] = stretchOf(grid, plane);
  const shown = decode(mask);
  for (let y = 0; y < bits.height; y++) {
    const r = Math.min(height - 1, Math.floor((y + 0.5) * sv));
    for (let x = 0; x < bits.width; x++) {
      const c = Math.min(width - 1, Math.floor((x + 0.5) * su));
      bits.at[y * bits.width + x] = shown[c * height + r]!;
    }
  }
  return bits;
}

/** The slices of a plane that a mask touches, ascending. */
export function slicesOf(mask: VolumeMask, plane: SlicePlane, grid: Grid): number[] {
  if (plane === 'axial')
    return Object.keys(mask.slices)
      .map(Number)
      .sort((a, b) => a - b);
  const count = grid.size[axesOf[plane].w];
  const found = new Uint8Array(count);
  for (const part of Object.values(mask.slices)) {
    const [rows] = part.size;
    eachRun(part, (start, end) => {
      if (plane === 'sagittal')
        found.fill(1, Math.floor(start / rows), Math.floor((end - 1) / rows) + 1);
      else if (end - start >= rows) found.fill(1);
      else for (let bit = start; bit < end; bit++) found[bit % rows] = 1;
    });
  }
  return Array.from(found.keys()).filter((slice) => found[slice]);
}
