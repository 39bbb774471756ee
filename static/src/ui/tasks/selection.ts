/** Which tasks an act is meant for: some by name, or all the filter finds but some. */

export interface Selection {
  /** True: everything the filter finds, but `ids`. False: only `ids`. */
  readonly all: boolean;
  readonly ids: ReadonlySet<string>;
}

export const NONE: Selection = { all: false, ids: new Set() };
export const ALL: Selection = { all: true, ids: new Set() };

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.all !== selection.ids.has(id);

export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ...selection, ids };
}

/** Shift: everything between, as the one clicked becomes. */
export function extend(
  selection: Selection,
  between: readonly string[],
  selected: boolean,
): Selection {
  const ids = new Set(selection.ids);
  for (const id of between) {
    if (selected !== selection.all) ids.add(id);
    else ids.delete(id);
  }
  return { ...selection, ids };
}

export const isEmpty = (selection: Selection): boolean =>
  !selection.all && selection.ids.size === 0;

/** How many; null while nobody has counted what the filter finds. */
export function sizeOf(selection: Selection, count: number | null): number | null {
  if (!selection.all) return selection.ids.size;
  return count === null ? null : Math.max(0, count - selection.ids.size);
}

/** The body of a bulk call. What is left out of "all" is written into the filter. */
export function target(
  selection: Selection,
  filter: string,
): { ids: string[] } | { filter: string } {
  if (!selection.all) return { ids: [...selection.ids] };
  const but = selection.ids.size ? [`id not in (${[...selection.ids].join(', ')})`] : [];
  const parts = [...(filter.trim() ? [but.length ? `(${filter})` : filter] : []), ...but];
  return { filter: parts.join(' and ') };
}
