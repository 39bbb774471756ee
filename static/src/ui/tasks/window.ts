/** Which rows of a very long list are on the screen. */

export interface Shown {
  readonly from: number;
  readonly to: number;
}

/** Rows `from` to `to` (exclusive), with some to spare above and below. */
export function shownRows(
  scrollTop: number,
  height: number,
  rowHeight: number,
  total: number,
  spare = 6,
): Shown {
  const from = Math.max(0, Math.min(total, Math.floor(scrollTop / rowHeight)) - spare);
  const to = Math.min(total, Math.ceil((scrollTop + height) / rowHeight) + spare);
  return { from, to: Math.max(from, to) };
}

/** The least scrolling that brings a row into sight. */
export function scrollTo(
  row: number,
  scrollTop: number,
  height: number,
  rowHeight: number,
): number {
  const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight];
  if (top < scrollTop) return top;
  return bottom > scrollTop + height ? bottom - height : scrollTop;
}

/** Where a key takes the cursor; null for a key that does not move it. */
export function moveCursor(
  key: string,
  cursor: number,
  total: number,
  page: number,
): number | null {
  const to = {
    ArrowDown: cursor + 1,
    ArrowUp: cursor - 1,
    PageDown: cursor + page,
    PageUp: cursor - page,
    Home: 0,
    End: total - 1,
  }[key];
  return to === undefined ? null : Math.max(0, Math.min(total - 1, to));
}
