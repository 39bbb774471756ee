/** The range of values that the threshold brush paints and that growing follows. */
import type { Grid } from './grid';
import type { Slice } from './slices';

export interface Reach {
  readonly low: number;
  readonly high: number;
}

/** As far from the mean as nearly all voxels of one tissue lie. */
const deviations = 2.5;
const near = 2;
/** Amber, as what a machine suggests; little endian. */
const tint = { red: 0xf2, green: 0xa8, blue: 0x3c, share: 0.5 };

/** Until somebody says otherwise: what the file's window shows brighter than middle grey. */
export const usualReach = ({ window, range, isInverted }: Grid): Reach =>
  isInverted
    ? { low: range[0], high: window.center }
    : { low: Math.min(window.center, range[1]), high: range[1] };

/** Whether a stored value belongs to it. */
export const holds =
  ({ low, high }: Reach, { slope, intercept }: Grid) =>
  (stored: number): boolean => {
    const value = stored * slope + intercept;
    return value >= low && value <= high;
  };

/** The values about a pixel of a slice: what looks like it, noise included. */
export function reachAround(
  { width, height, values }: Slice,
  x: number,
  y: number,
  grid: Grid,
): Reach {
  const found: number[] = [];
  for (let row = Math.max(0, y - near); row <= Math.min(height - 1, y + near); row++)
    for (let column = Math.max(0, x - near); column <= Math.min(width - 1, x + near); column++)
      found.push(values[row * width + column]! * grid.slope + grid.intercept);
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
  const spread = found.reduce((sum, value) => sum + (value - mean) ** 2, 0) / found.length;
  const finest = (grid.range[1] - grid.range[0]) / 200;
  const by = Math.max(deviations * Math.sqrt(spread), finest);
  const here = values[y * width + x]! * grid.slope + grid.intercept;
  return {
    low: rounded(Math.min(mean - by, here), grid),
    high: rounded(Math.max(mean + by, here), grid, Math.ceil),
  };
}

/** Wider or narrower on both sides, by a share of its own width. */
export function widened({ low, high }: Reach, share: number, grid: Grid): Reach {
  const by = Math.max((high - low) * Math.abs(share), (grid.range[1] - grid.range[0]) / 500) / 2;
  const way = Math.sign(share);
  const middle = (low + high) / 2;
  return {
    low: rounded(Math.min(low - way * by, middle), grid),
    high: rounded(Math.max(high + way * by, middle), grid, Math.ceil),
  };
}
/** Outwards, to no more digits than the range of the volume is worth. */
function rounded(value: number, { range }: Grid, to = Math.floor): number {
  const digits = Math.max(0, Math.ceil(Math.log10(200 / Math.max(range[1] - range[0], 1e-9))));
  return Number((to(value * 10 ** digits) / 10 ** digits).toFixed(digits));
}

/** The colour of every stored value, at stored + 32768; what the range holds is tinted. */
export function coloursFor(greys: Uint8Array, grid: Grid, reach: Reach | null): Uint32Array {
  const colours = Uint32Array.from(greys, (grey) => 0xff000000 | (grey * 0x010101));
  if (!reach) return colours;
  const isIn = holds(reach, grid);
  const mix = (grey: number, to: number): number => Math.round(grey + (to - grey) * tint.share);
  for (let i = 0; i < colours.length; i++) {
    if (!isIn(i - 32_768)) continue;
    const grey = greys[i]!;
    const [red, green, blue] = [tint.red, tint.green, tint.blue].map((one) => mix(grey, one));
    colours[i] = 0xff000000 | (blue! << 16) | (green! << 8) | red!;
  }
  return colours;
}
