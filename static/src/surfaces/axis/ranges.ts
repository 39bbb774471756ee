/** Regions on a time axis. */
import type { Region, TimeRange } from '../../core/region';

export type RangeRegion = Region<TimeRange>;

export const isRange = (region: Region): region is RangeRegion =>
  'start' in region.geometry && !('turn' in region.geometry) && !('page' in region.geometry);

export const isInstant = ({ geometry }: RangeRegion): boolean => geometry.start === geometry.end;

/** What a person may change of a range. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface Limits {
  readonly from: number;
  readonly to: number;
  /** The shortest range that can be made, in seconds. */
  readonly shortest: number;
}

/** Moved as a whole, inside the medium. */
export function moved({ start, end }: Stretch, by: number, { from, to }: Limits): Stretch {
  const shift = Math.max(from - start, Math.min(to - end, by));
  return { start: start + shift, end: end + shift };
}

/** One end put at a time; it stops at the other. */
export function resized(
  { start, end }: Stretch,
  part: 'start' | 'end',
  time: number,
  { from, to, shortest }: Limits,
): Stretch {
  return part === 'start'
    ? { start: Math.max(from, Math.min(time, end - shortest)), end }
    : { start, end: Math.min(to, Math.max(time, start + shortest)) };
}

/** Between two points in either order; null for what is too short to be meant. */
export function between(a: number, b: number, limits: Limits): Stretch | null {
  const start = Math.max(limits.from, Math.min(a, b));
  const end = Math.min(limits.to, Math.max(a, b));
  return end - start >= limits.shortest ? { start, end } : null;
}
