/** The bins of a histogram over [0, 1], and what they say about where the model does not know. */
import type { Span } from './scale';

export interface Bin {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export function binsOf(edges: readonly number[], counts: readonly number[]): Bin[] {
  return counts.map((count, at) => ({ low: edges[at] ?? 0, high: edges[at + 1] ?? 1, count }));
}

/** How many lie in the band; a bin that straddles an end counts by the share of it inside. */
export function countWithin(bins: readonly Bin[], [low, high]: Span): number {
  const inside = ({ low: a, high: b, count }: Bin) =>
    b > a ? count * Math.max(0, (Math.min(b, high) - Math.max(a, low)) / (b - a)) : 0;
  return Math.round(bins.reduce((sum, bin) => sum + inside(bin), 0));
}

/**
 * Where the model does not know. The likeliest of several classes may lie below the half-light, and
 * is known no better for it: the band then reaches down to nothing.
 */
export function unknownBand(bins: readonly Bin[], [low, high]: Span): Span {
  return bins.some((bin) => bin.count > 0 && bin.high <= low) ? [0, high] : [low, high];
}

export function isAmbiguous(bin: Bin, [low, high]: Span): boolean {
  const middle = (bin.low + bin.high) / 2;
  return middle >= low && middle <= high;
}

export const total = (bins: readonly Bin[]): number =>
  bins.reduce((sum, bin) => sum + bin.count, 0);

/** Pixels of a bar; never less than two where there is anything, so that a bin of three shows beside ten thousand. */
export function heightOf(count: number, highest: number, tall: number): number {
  if (count <= 0 || highest <= 0) return 0;
  return Math.max(2, (count / highest) * tall);
}
