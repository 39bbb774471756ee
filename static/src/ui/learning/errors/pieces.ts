/** A text cut where spans begin and end, each piece with what lies on it. */
import type { Excerpt } from './wire';

export interface Piece {
  readonly text: string;
  readonly given: boolean;
  readonly suggested: boolean;
}

export function piecesOf({ text, given, suggested }: Excerpt): Piece[] {
  // Spans count code points; a string counts halves of some of them.
  const points = Array.from(text);
  const edges = [0, points.length, ...(given ?? []), ...(suggested ?? [])]
    .map((edge) => Math.max(0, Math.min(points.length, edge)))
    .toSorted((a, b) => a - b);
  const on = (span: readonly [number, number] | undefined, at: number) =>
    span !== undefined && at >= span[0] && at < span[1];
  return edges.slice(1).flatMap((end, index) => {
    const start = edges[index]!;
    if (start === end) return [];
    const piece = points.slice(start, end).join('');
    return [{ text: piece, given: on(given, start), suggested: on(suggested, start) }];
  });
}
