/** What a line plot is given, and where it all lies on the paper. */
import { extent, linear, roundSpan, ticks, type Scale, type Span } from './scale';

export interface SeriesPoint {
  readonly x: number;
  readonly y: number;
  readonly low?: number | null;
  readonly high?: number | null;
}
export interface Series {
  readonly id: string;
  readonly name: string;
  readonly points: readonly SeriesPoint[];
  /** The one the plot is about, or one to compare it with. */
  readonly tone: 'main' | 'other';
}
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}
export interface Layout {
  readonly x: Scale;
  readonly y: Scale;
  readonly xTicks: number[];
  readonly yTicks: number[];
}

const PX_PER_X_TICK = 90;
const PX_PER_Y_TICK = 48;

const PX_PER_CHARACTER = 7.5;
const PX_PER_IDEOGRAPH = 13;

/** About how wide a label is, before it is drawn. */
export function widthOf(label: string): number {
  return [...label].reduce(
    (sum, one) => sum + (one > '\u2e7f' ? PX_PER_IDEOGRAPH : PX_PER_CHARACTER),
    0,
  );
}

export function layOut(
  series: readonly Series[],
  {
    width,
    height,
    margins,
    within,
    target,
    from = 0,
  }: {
    width: number;
    height: number;
    margins: Margins;
    /** y never goes beyond. */
    within: Span;
    target?: number | undefined;
    /** Where x begins. */
    from?: number;
  },
): Layout {
  const points = series.flatMap((one) => one.points);
  const right = Math.max(1, width - margins.left - margins.right);
  const tall = Math.max(1, height - margins.top - margins.bottom);
  const ys =
    extent([...points.flatMap((point) => [point.y, point.low, point.high]), target]) ?? within;
  const wide = roundSpan(ys, tall / PX_PER_Y_TICK);
  const inside: Span = [Math.max(within[0], wide[0]), Math.min(within[1], wide[1])];
  // All of it on the edge, as a share of 100 % from first to last: then the whole is shown.
  const ySpan = inside[0] < inside[1] ? inside : within;
  const xs = extent(points.map((point) => point.x)) ?? [0, 1];
  const xSpan: Span = [from, xs[1] || from + 1];
  return {
    x: linear(xSpan, [margins.left, margins.left + right]),
    y: linear(ySpan, [margins.top + tall, margins.top]),
    // x counts labels, rounds, weeks: there is no half of one.
    xTicks: ticks(xSpan, right / PX_PER_X_TICK).filter(Number.isInteger),
    yTicks: ticks(ySpan, tall / PX_PER_Y_TICK),
  };
}
