/**
 * The lines of a text, in UTF-16 units. Line ends (CRLF, LF, CR) are kept out of the lines and
 * in the count, so what is shown has no stray character and every offset is the stored text's.
 */
export interface Line {
  readonly start: number;
  /** Without the line end. */
  readonly end: number;
}

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  lines.push({ start, end: text.length });
  return lines;
}

/** The line that holds an offset; one inside or after a line end belongs to the line before it. */
export function lineAt(lines: readonly Line[], offset: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lines[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The parts of [from, to) that are shown, line by line, as columns. */
export function* partsOf(
  lines: readonly Line[],
  from: number,
  to: number,
): Generator<{ line: number; from: number; to: number }> {
  for (let line = lineAt(lines, from); line < lines.length; line++) {
    const { start, end } = lines[line]!;
    if (start >= to) return;
    const part = { line, from: Math.max(from, start) - start, to: Math.min(to, end) - start };
    if (part.from < part.to) yield part;
  }
}
