/** Where in the filter the server stumbled, to underline it there. */
import type { ApiError } from '../../live/api';
import { tokens } from './filter';

export interface Mark {
  readonly from: number;
  readonly to: number;
}

/** From `position` (or the number that ends the pointer) to the end of the word there; null if unsaid. */
export function errorPlace(problem: ApiError, text: string): Mark | null {
  const place = problem.errors[0] as { position?: unknown; pointer?: string } | undefined;
  const said = Number(place?.position ?? /(\d+)$/.exec(place?.pointer ?? '')?.[1] ?? NaN);
  if (!Number.isInteger(said) || said < 0) return null;
  const at = Math.min(said, text.length);
  const token = tokens(text).find(({ from, to }) => from <= at && at < to);
  return token ? { from: at, to: token.to } : { from: Math.max(0, at - 1), to: Math.max(1, at) };
}
