/** The table a plot says the same as: read aloud, shown on demand, copied as CSV. */

export type Cell = string | number | null;
export interface Twin {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** RFC 4180: comma, CRLF, quotes doubled. Text that a spreadsheet would run as a formula is kept text. */
export function toCsv({ columns, rows }: Twin): string {
  return [columns, ...rows].map((row) => row.map(field).join(',') + '\r\n').join('');
}

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
