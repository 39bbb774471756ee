/** A model's columns as lines of text: one class a line, a dash where a column is of no interest. */

export const NOBODY = '-';

export function asLines(classes: readonly (string | null)[]): string {
  return classes.map((name) => name ?? NOBODY).join('\n');
}

export function fromLines(text: string): (string | null)[] {
  const lines = text.split('\n').map((line) => line.trim());
  while (lines.length && lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line === '' || line === NOBODY ? null : line));
}

/** "n × 3 × 224 × 224": any length is an n. */
export function shapeText(shape: readonly (number | null)[]): string {
  return shape.map((side) => side ?? 'n').join(' × ') || '1';
}
