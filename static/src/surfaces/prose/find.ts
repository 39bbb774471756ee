/** Every place a searched string occurs, in UTF-16 units of the text; case does not matter. */
import type { Stretch } from './words';

/** More than anybody looks through, few enough to paint. */
export const mostFound = 5000;

export interface Found {
  readonly count: number;
  /** Which hit is shown, from 0; -1 for none. */
  readonly at: number;
}

export function findAll(text: string, sought: string): Stretch[] {
  if (sought === '') return [];
  const found: Stretch[] = [];
  // Folding may change a string's length (İ → i̇), which would shift every offset after it;
  // the expression engine folds character by character.
  const pattern = new RegExp(sought.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  for (const match of text.matchAll(pattern)) {
    found.push({ from: match.index, to: match.index + match[0].length });
    if (found.length === mostFound) break;
  }
  return found;
}

/** The hit at or after `offset`, the first one again after the last. */
export function hitAfter(hits: readonly Stretch[], offset: number): number {
  if (!hits.length) return -1;
  const next = hits.findIndex(({ from }) => from >= offset);
  return next < 0 ? 0 : next;
}
