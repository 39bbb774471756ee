/** A field's value in one line. */
import type { FieldValue } from '../../live/types';
import { isMedia, wordsOf } from '../base/glimpse';

const LONGEST = 400;

export function excerpt(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  const text = wordsOf(value) ?? (isMedia(value) ? (value.name ?? '') : JSON.stringify(value));
  return text.slice(0, LONGEST).replace(/\s+/g, ' ').trim();
}
