/** A field's value in one line, or the picture that stands for it. */
import type { FieldValue, MediaValue } from '../../live/types';

const LONGEST = 400;

export function isMedia(value: FieldValue | undefined): value is MediaValue {
  return (
    typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'
  );
}

export function excerpt(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  const text =
    typeof value === 'string' ? value : isMedia(value) ? (value.name ?? '') : JSON.stringify(value);
  return text.slice(0, LONGEST).replace(/\s+/g, ' ').trim();
}
