/** Linear scales and round ticks: where a value falls on the paper, and which values to name. */

export type Span = readonly [number, number];
export interface Scale {
  (value: number): number;
  readonly domain: Span;
  readonly range: Span;
  invert(position: number): number;
}

export function linear(domain: Span, range: Span): Scale {
  const [d0, d1] = domain;
  const [r0, r1] = range;
  const slope = d1 === d0 ? 0 : (r1 - r0) / (d1 - d0);
  const scale = (value: number) => r0 + (value - d0) * slope;
  return Object.assign(scale, {
    domain,
    range,
    invert: (position: number) => (slope === 0 ? d0 : d0 + (position - r0) / slope),
  });
}

/** The step of 1, 2 or 5 times a power of ten that cuts the span into about `count` parts. */
export function roundStep([low, high]: Span, count: number): number {
  const raw = (high - low) / Math.max(1, count);
  if (!(raw > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const lead = raw / power;
  return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}

/** Round values within the span, ends included where they are round. */
export function ticks(span: Span, count: number): number[] {
  const step = roundStep(span, count);
  const first = Math.ceil(span[0] / step - 1e-9);
  const last = Math.floor(span[1] / step + 1e-9);
  // Rounded, so that three steps of 0.1 read 0.3.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

/** The span widened to the round values about it. */
export function roundSpan(span: Span, count: number): Span {
  const step = roundStep(span, count);
  const low = Math.floor(span[0] / step + 1e-9) * step;
  const high = Math.ceil(span[1] / step - 1e-9) * step;
  return [Number(low.toPrecision(12)), Number((high > low ? high : low + step).toPrecision(12))];
}

/** The span of what is there; null when nothing is. */
export function extent(values: readonly (number | null | undefined)[]): Span | null {
  const known = values.filter((value): value is number => Number.isFinite(value));
  return known.length ? [Math.min(...known), Math.max(...known)] : null;
}

const MOST_DIGITS = 3;
/** The fewest digits with which no two ticks read alike. */
export function digitsOf(
  values: readonly number[],
  format: (value: number, digits: number) => string,
): number {
  for (let digits = 0; digits < MOST_DIGITS; digits++)
    if (new Set(values.map((value) => format(value, digits))).size === values.length) return digits;
  return MOST_DIGITS;
}
