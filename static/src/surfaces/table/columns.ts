/** How the columns lie: widths, which are pinned at the left, which are hidden, which are in sight. */
import type { Column } from './source';

export interface Look {
  readonly widths: readonly number[];
  readonly pinned: readonly number[];
  readonly hidden: ReadonlySet<number>;
}
export interface Placed {
  readonly column: number;
  readonly left: number;
  readonly width: number;
}
export interface Layout {
  /** From the left edge of the table; the row numbers stand before them. */
  readonly pinned: readonly Placed[];
  readonly pinnedWidth: number;
  readonly rest: readonly Placed[];
  readonly restWidth: number;
  /** Columns from left to right, as the arrows go. */
  readonly order: readonly number[];
}

export const narrowest = 44;
export const widest = 900;

export function startingLook(
  columns: readonly Column[],
  sample: readonly (readonly unknown[])[],
): Look {
  const widths = columns.map(({ name }, at) => {
    const longest = sample.reduce(
      (most, row) => Math.max(most, String(row[at] ?? '').length),
      name.length + 2,
    );
    return Math.round(Math.min(320, Math.max(72, longest * 8.1 + 26)));
  });
  return { widths, pinned: [], hidden: new Set() };
}

export function layoutOf(look: Look): Layout {
  const run = (columns: readonly number[]): [Placed[], number] => {
    let left = 0;
    const placed = columns.map((column) => {
      const width = look.widths[column] ?? 100;
      const one = { column, left, width };
      left += width;
      return one;
    });
    return [placed, left];
  };
  const pinned = look.pinned.filter((column) => !look.hidden.has(column));
  const others = look.widths.map((_, i) => i);
  const rest = others.filter((one) => !pinned.includes(one) && !look.hidden.has(one));
  const [first, pinnedWidth] = run(pinned);
  const [second, restWidth] = run(rest);
  return { pinned: first, pinnedWidth, rest: second, restWidth, order: [...pinned, ...rest] };
}

/** The columns between two edges; the first and last may be cut. */
export function inSight(placed: readonly Placed[], from: number, to: number): readonly Placed[] {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { left, width } = placed[middle]!;
    if (left + width > from) high = middle;
    else low = middle + 1;
  }
  let end = low;
  while (end < placed.length && placed[end]!.left < to) end++;
  return placed.slice(low, end);
}

export const resized = (look: Look, column: number, width: number): Look => ({
  ...look,
  widths: look.widths.map((old, i) =>
    i === column ? Math.round(Math.min(widest, Math.max(narrowest, width))) : old,
  ),
});
export const pinToggled = (look: Look, column: number): Look => ({
  ...look,
  pinned: look.pinned.includes(column)
    ? look.pinned.filter((one) => one !== column)
    : [...look.pinned, column],
});
export function hideToggled(look: Look, column: number): Look {
  const hidden = new Set(look.hidden);
  if (!hidden.delete(column)) hidden.add(column);
  // One column at least is always there to see.
  return hidden.size < look.widths.length ? { ...look, hidden } : look;
}
