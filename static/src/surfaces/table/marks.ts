/** The regions of a table by place, and what a press of a class key makes of a range of places. */
import {
  colourOf,
  findClass,
  findLabel,
  nameOf,
  regionLabelsOn,
  type Label,
  type Ontology,
} from '../../core/ontology';
import { isSuggested, vouch, type Cell, type Region } from '../../core/region';
import type { Session } from '../../core/session';
import type { Range } from './cursor';

export const isCell = (geometry: Region['geometry']): geometry is Cell => 'row' in geometry;
/** More at once are a slip of the hand. */
export const mostAtOnce = 20_000;

const keyOf = ({ row, column }: Cell): string =>
  column === undefined ? String(row) : `${row}\0${column}`;

export interface Look {
  readonly colour: string;
  readonly names: string;
  readonly suggested: boolean;
  readonly ids: readonly string[];
}

export class Places {
  readonly #at = new Map<string, Region[]>();
  /** Rows with a mark, ascending. */
  readonly rows: readonly number[];

  constructor(regions: readonly Region[]) {
    const rows = new Set<number>();
    for (const region of regions) {
      if (!isCell(region.geometry)) continue;
      rows.add(region.geometry.row);
      const key = keyOf(region.geometry);
      const mine = this.#at.get(key);
      if (mine) mine.push(region);
      else this.#at.set(key, [region]);
    }
    this.rows = [...rows].sort((a, b) => a - b);
  }
  at(row: number, column?: string): readonly Region[] {
    return this.#at.get(keyOf(column === undefined ? { row } : { row, column })) ?? [];
  }
  /** How a place looks: the last mark's colour, the names of all; null where there is nothing. */
  look(
    row: number,
    column: string | undefined,
    ontology: Ontology,
    hidden: ReadonlySet<string>,
  ): Look | null {
    const regions = this.at(row, column).filter(({ id }) => !hidden.has(id));
    const last = regions.at(-1);
    if (!last) return null;
    const colour = colourOf(findLabel(ontology, last.label), last.class);
    return {
      colour,
      names: regions.map((region) => wordOf(region, ontology)).join(', '),
      suggested: regions.every(isSuggested),
      ids: regions.map(({ id }) => id),
    };
  }
}

function wordOf(region: Region, ontology: Ontology): string {
  const label = findLabel(ontology, region.label);
  const found = findClass(label, region.class);
  const name = found ? nameOf(found) : label ? nameOf(label) : region.label;
  return isSuggested(region) ? `${name}?` : name;
}

export const cellLabels = (ontology: Ontology, field: string): Label[] =>
  regionLabelsOn(ontology, field).filter(({ kind }) => kind === 'cell');

/** The places of a range of the view, or its rows; null where they are too many at once. */
export function cellsIn(
  { top, bottom, left, right }: Range,
  whole: boolean,
  rowAt: (at: number) => number,
  nameAt: (column: number) => string,
): Cell[] | null {
  const rows = whole || left < 0;
  if ((bottom - top + 1) * (rows ? 1 : right - left + 1) > mostAtOnce) return null;
  const cells: Cell[] = [];
  for (let at = top; at <= bottom; at++) {
    const row = rowAt(at);
    if (rows) cells.push({ row });
    else for (let i = left; i <= right; i++) cells.push({ row, column: nameAt(i) });
  }
  return cells;
}

/**
 * Gives a class to every place, in one step to undo: what has another class of the label becomes
 * it (unless the label lets a place have several); where all have it already it is taken away.
 * `changed` were given it by the same key press.
 */
export function markAll(
  session: Session,
  field: string,
  label: Label,
  classId: string | null,
  cells: readonly Cell[],
  changed: ReadonlySet<string>,
): readonly string[] {
  const { document } = session;
  const places = new Places(document.regions(field));
  const mine = cells.map((cell) => ({
    cell,
    regions: places.at(cell.row, cell.column).filter((region) => region.label === label.id),
  }));
  const has = ({ regions }: { regions: readonly Region[] }): Region | undefined =>
    regions.find((region) => region.class === classId);
  const isAgain = mine.every((one) => has(one)) && !mine.some((one) => changed.has(has(one)!.id));
  if (isAgain) {
    takeBack(
      session,
      mine.map((one) => has(one)!),
    );
    return [];
  }
  const given = mine.map(({ cell, regions }, at): Region => {
    const same = has(mine[at]!);
    if (same) return vouch(same, false);
    const [other] = label.multiple ? [] : regions;
    if (!other) return { ...session.newRegion(label.id, field, cell), class: classId };
    const isOpen = session.editable([other.id]).length > 0;
    return isOpen ? vouch({ ...other, class: classId }, true) : other;
  });
  // All at once: one by one, the document would look through all the others each time.
  document.putRegions(...given);
  return given.map(({ id }) => id);
}

/** Suggestions are confirmed rather than taken away. */
function takeBack(session: Session, regions: readonly Region[]): void {
  const { document } = session;
  const own = regions.filter((region) => !isSuggested(region)).map(({ id }) => id);
  document.transact(() => {
    document.confirm(...regions.filter(isSuggested).map(({ id }) => id));
    document.removeRegions(...session.editable(own));
  });
}
