/** Where one is in a table and what is selected; positions count what is shown, not the source. */
export interface Spot {
  /** Position among the rows shown. */
  readonly at: number;
  /** Position among the columns from left to right; -1 is the whole row. */
  readonly column: number;
}
export interface Cursor {
  readonly head: Spot;
  /** The other end of what is selected. */
  readonly anchor: Spot;
}
export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const atStart: Cursor = { head: { at: 0, column: 0 }, anchor: { at: 0, column: 0 } };

export type Move =
  'left' | 'right' | 'up' | 'down' | 'pageUp' | 'pageDown' | 'home' | 'end' | 'first' | 'last';

export function moved(
  { head, anchor }: Cursor,
  move: Move,
  extend: boolean,
  rows: number,
  columns: number,
  page: number,
): Cursor {
  const by: Record<Move, Spot> = {
    left: { at: head.at, column: head.column - 1 },
    right: { at: head.at, column: head.column + 1 },
    up: { at: head.at - 1, column: head.column },
    down: { at: head.at + 1, column: head.column },
    pageUp: { at: head.at - page, column: head.column },
    pageDown: { at: head.at + page, column: head.column },
    home: { at: head.at, column: 0 },
    end: { at: head.at, column: columns - 1 },
    first: { at: 0, column: head.column },
    last: { at: rows - 1, column: head.column },
  };
  const next = clamped(by[move], rows, columns);
  return { head: next, anchor: extend ? anchor : next };
}

export const clamped = ({ at, column }: Spot, rows: number, columns: number): Spot => ({
  at: Math.max(0, Math.min(rows - 1, at)),
  column: Math.max(-1, Math.min(columns - 1, column)),
});

export function rangeOf({ head, anchor }: Cursor): Range {
  return {
    top: Math.min(head.at, anchor.at),
    bottom: Math.max(head.at, anchor.at),
    left: Math.min(head.column, anchor.column),
    right: Math.max(head.column, anchor.column),
  };
}
