/** A text cut where suggested spans begin and end; spans count code points. */
import type { Region } from '../../core/region';

export interface Piece {
  readonly text: string;
  /** The last of the spans that lie on it, or none. */
  readonly region: Region | null;
}

interface Span {
  readonly start: number;
  readonly end: number;
}
const spanOf = (region: Region): Span | null => {
  const { start, end } = region.geometry as Partial<Span>;
  return typeof start === 'number' && typeof end === 'number' ? { start, end } : null;
};

export function cutAt(text: string, regions: readonly Region[]): Piece[] {
  const points = Array.from(text);
  const spans = regions.flatMap((region) => {
    const span = spanOf(region);
    return span && span.start < points.length ? [{ region, ...span }] : [];
  });
  const edges = [0, points.length, ...spans.flatMap(({ start, end }) => [start, end])]
    .map((edge) => Math.min(points.length, edge))
    .toSorted((a, b) => a - b);
  return edges.slice(1).flatMap((end, at) => {
    const start = edges[at]!;
    if (start === end) return [];
    const on = spans.findLast((span) => start >= span.start && start < span.end);
    return [{ text: points.slice(start, end).join(''), region: on?.region ?? null }];
  });
}
