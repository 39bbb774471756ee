/** A channel as what is drawn of it: a line where samples have room, else the extremes of each pixel. */
import type { Window } from '../axis/window';
import type { Source } from './source';

export interface Columns {
  /** Extremes of each pixel; NaN where there is nothing. */
  readonly low: Float32Array;
  readonly high: Float32Array;
}
export interface Plot {
  /** Samples in sight, one by one; null where pixels hold several. */
  readonly points: readonly (readonly [time: number, value: number])[] | null;
  readonly columns: Columns;
  readonly low: number;
  readonly high: number;
}

/** Less than a sample for so many pixels is drawn as a line. */
const roomy = 1;

export function plotOf(source: Source, channel: number, window: Window, width: number): Plot {
  const low = new Float32Array(width).fill(NaN);
  const high = new Float32Array(width).fill(NaN);
  const scale = width / (window.to - window.from);
  const points: [number, number][] = [];
  const isRoomy = source.count(window) <= roomy * width;
  let [least, most] = [Infinity, -Infinity];
  const samples = source.visit(channel, window, width, (time, bottom, top) => {
    const at = Math.floor((time - window.from) * scale);
    // The last moment in sight belongs to the last pixel.
    const x = time === window.to ? width - 1 : at;
    if (isRoomy) points.push([time, bottom]);
    if (Number.isNaN(bottom) || x < 0 || x >= width) return;
    low[x] = Number.isNaN(low[x]!) ? bottom : Math.min(low[x]!, bottom);
    high[x] = Number.isNaN(high[x]!) ? top : Math.max(high[x]!, top);
    if (bottom < least) least = bottom;
    if (top > most) most = top;
  });
  return {
    points: isRoomy && samples === 1 ? points : null,
    columns: { low, high },
    low: least,
    high: most,
  };
}

/** Stretches of samples without a gap; what is missing ends one. */
export function strokes(
  points: readonly (readonly [number, number])[],
  gap_s: number,
): (readonly [number, number])[][] {
  const found: (readonly [number, number])[][] = [];
  let open: (readonly [number, number])[] | null = null;
  let last = -Infinity;
  for (const point of points) {
    if (Number.isNaN(point[1])) open = null;
    else if (open && point[0] - last <= gap_s) open.push(point);
    else found.push((open = [point]));
    last = point[0];
  }
  return found;
}

/** A scale with some air above and below; a flat channel lies in its middle. */
export function padded(low: number, high: number): [number, number] {
  if (!(low <= high)) return [0, 1];
  const air = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
  return [low - air, high + air];
}

/** As few digits as tell a scale's ends apart. */
export function short(value: number, span: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.max(Math.abs(value), span);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return value.toExponential(1);
  const digits = Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(span || size || 1))));
  const text = value.toFixed(digits);
  // A reading of 4.1800 is 4.18: nobody measured the rest.
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The sample nearest to a time. */
export function nearest(
  source: Source,
  channel: number,
  window: Window,
  width: number,
  time: number,
): { time: number; low: number; high: number } | null {
  const reach = (window.to - window.from) / 40;
  let best: { time: number; low: number; high: number } | null = null;
  const around = { from: time - reach, to: time + reach };
  source.visit(channel, around, Math.max(4, width / 20), (at, low, high) => {
    if (Number.isNaN(low) || Math.abs(at - time) > reach) return;
    if (!best || Math.abs(at - time) < Math.abs(best.time - time)) best = { time: at, low, high };
  });
  return best;
}
