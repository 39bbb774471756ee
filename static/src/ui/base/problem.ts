/** What to tell a person about anything thrown. */
import { ApiError } from '../../live/api';
import type { Place } from '../../live/types';
import { hasText, t } from '../../text';

export function problemText(problem: unknown): string {
  if (problem instanceof ApiError) {
    if (problem.offline) return t('base.error.offline');
    const [place] = problem.errors;
    if (place && problem.errors.length === 1 && wordsOf(place)) return placeText(place);
    const key = `problem.${problem.code}`;
    if (hasText(key)) return t(key, { count: problem.retryAfter ?? 0, ...problem.params });
    return problem.detail || (problem.status >= 500 ? t('base.error.server') : problem.title);
  }
  return problem instanceof Error ? problem.message : String(problem);
}

export function problemPlaces(problem: unknown): Place[] {
  return problem instanceof ApiError ? problem.errors : [];
}

/** What is wrong at a place, in the reader's language where its code has words. */
export function placeText(place: Place): string {
  const key = wordsOf(place);
  return key ? t(key, place.params) : place.detail;
}

function wordsOf({ code }: Place): string | null {
  const key = `problem.place.${code}`;
  return code && hasText(key) ? key : null;
}

/** "photos.csv, line 12" or "/labels/0/classes/2/hotkey": where to look. */
export function placeName(place: Place): string {
  const parts = [
    place.file,
    place.line === undefined || place.line === null
      ? ''
      : t('base.error.line', { line: place.line }),
    place.pointer,
  ];
  return parts.filter(Boolean).join(', ');
}

/** The first error whose pointer ends with this field's name: what a form shows beside its control. */
export function errorOf(problem: unknown, field: string): string | undefined {
  const found = problemPlaces(problem).find(({ pointer }) => pointer?.split('/').at(-1) === field);
  return found && placeText(found);
}
