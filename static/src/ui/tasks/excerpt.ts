/** A field's value in one line, or the picture that stands for it. */
import type { FieldValue, MediaValue } from '../../live/types';

const LONGEST = 400;

export function isMedia(value: FieldValue | undefined): value is MediaValue {
  return (
    typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'
  );
}

/** Of a text, or of HTML (which comes with the text that it is read as). */
const wordsOf = (value: FieldValue): string | null => {
  if (typeof value === 'string') return value;
  const isHtml = typeof value === 'object' && value !== null && 'html' in value && 'text' in value;
  return isHtml && typeof value.text === 'string' ? value.text : null;
};

export function excerpt(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  const text = wordsOf(value) ?? (isMedia(value) ? (value.name ?? '') : JSON.stringify(value));
  return text.slice(0, LONGEST).replace(/\s+/g, ' ').trim();
}
