/** What to tell a person about anything thrown. */
import { ApiError } from '../../live/api';
import type { Place } from '../../live/types';
import { t } from '../../text';

export function problemText(problem: unknown): string {
  if (problem instanceof ApiError) {
    if (problem.offline) return t('base.error.offline');
    return problem.detail || (problem.status >= 500 ? t('base.error.server') : problem.title);
  }
  return problem instanceof Error ? problem.message : String(problem);
}

export function problemPlaces(problem: unknown): Place[] {
  return problem instanceof ApiError ? problem.errors : [];
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
  return problemPlaces(problem).find((place) => place.pointer?.split('/').at(-1) === field)?.detail;
}
