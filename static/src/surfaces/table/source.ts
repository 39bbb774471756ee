/** The rows of a table: in the task itself, or from the server in blocks, of which a few are kept. */
import { api } from '../../live/api';
import type { Value } from '../../core/region';
import { isMedia, type FieldValue } from '../surface';

export type Cell = string | number | boolean | null;
export type Row = readonly Cell[];
export type ColumnType = 'number' | 'date' | 'boolean' | 'text';
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** As labeling/media/table cuts them. */
export const blockRows = 2000;
export const stripRows = 40;
/** Of fifty columns some hundred megabytes; the browser's own cache has the rest. */
const mostBlocks = 24;
/** Some screens of single rows, kept so that a table whose rows lie strewn shows what it has. */
const mostStrewn = 4000;

/** Ways to less than a block, where the server has them. */
export interface Pieces {
  strip(number: number): Promise<readonly Row[]>;
  column(index: number): Promise<readonly Cell[]>;
}

export class TableSource {
  readonly #blocks = new Map<number, readonly Row[]>();
  readonly #asked = new Map<number, Promise<readonly Row[]>>();
  /** By number in the source, the oldest first. */
  readonly #strewn = new Map<number, Row>();
  readonly #strips = new Set<number>();

  constructor(
    readonly columns: readonly Column[],
    readonly rows: number,
    readonly fetch: (block: number) => Promise<readonly Row[]>,
    readonly pieces: Pieces | null = null,
  ) {}

  get blocks(): number {
    return Math.max(1, Math.ceil(this.rows / blockRows));
  }
  /**
   * A row if it is here; it is sent for otherwise, and `arrived` called when it comes. `isStrewn`:
   * its neighbours on the screen are not those in the file, so that its block would be a waste.
   */
  row(index: number, isStrewn: boolean, arrived: () => void): Row | undefined {
    const number = Math.floor(index / blockRows);
    const row = this.#blocks.get(number)?.[index % blockRows] ?? this.#strewn.get(index);
    if (row) return row;
    if (isStrewn && this.pieces) this.#sendForStrip(Math.floor(index / stripRows), arrived);
    else if (!this.#asked.has(number)) void this.block(number).then(arrived, () => {});
    return undefined;
  }
  #sendForStrip(number: number, arrived: () => void): void {
    if (this.#strips.has(number)) return;
    this.#strips.add(number);
    const take = (rows: readonly Row[]): void => {
      rows.forEach((row, i) => this.#strewn.set(number * stripRows + i, row));
      for (const old of this.#strewn.keys()) {
        if (this.#strewn.size <= mostStrewn) break;
        this.#strewn.delete(old);
      }
      arrived();
    };
    this.pieces!.strip(number)
      .then(take, () => {})
      .finally(() => this.#strips.delete(number));
  }
  block(number: number): Promise<readonly Row[]> {
    const known = this.#blocks.get(number);
    if (known) {
      // Used last, so thrown away last.
      this.#blocks.delete(number);
      this.#blocks.set(number, known);
      return Promise.resolve(known);
    }
    let asked = this.#asked.get(number);
    if (!asked) {
      asked = this.fetch(number)
        .then((rows) => {
          this.#blocks.set(number, rows);
          if (this.#blocks.size > mostBlocks)
            this.#blocks.delete(this.#blocks.keys().next().value!);
          return rows;
        })
        .finally(() => this.#asked.delete(number));
      this.#asked.set(number, asked);
    }
    return asked;
  }
}

export function sourceOf(value: FieldValue): TableSource {
  if (isMedia(value)) {
    const { facts = {}, base } = value;
    const types = (facts['types'] ?? []) as readonly ColumnType[];
    const columns = ((facts['columns'] ?? []) as readonly string[]).map((name, i) => ({
      name,
      type: types[i] ?? 'text',
    }));
    const rows = (view: string, query: Record<string, number>): Promise<Row[]> =>
      api.get<{ rows: Row[] }>(`${base}/${view}`, { query }).then((found) => found.rows);
    const column = (index: number): Promise<Cell[]> =>
      api
        .get<{ values: Cell[] }>(`${base}/column`, { query: { column: index } })
        .then(({ values }) => values);
    return new TableSource(
      columns,
      Number(facts['rows'] ?? 0),
      (block) => rows('rows', { block }),
      base ? { strip: (strip) => rows('strip', { strip }), column } : null,
    );
  }
  const { columns, rows } = gridOf(value);
  return new TableSource(columns, rows.length, (block) =>
    Promise.resolve(rows.slice(block * blockRows, (block + 1) * blockRows)),
  );
}

/** `{columns, rows}`, or a list of objects: what labeling/media/table/inline.py takes. */
function gridOf(value: FieldValue): { columns: Column[]; rows: Row[] } {
  type Grid = { columns?: readonly Value[]; rows?: readonly Row[] };
  if (Array.isArray(value)) {
    const items = value as readonly { readonly [key: string]: Cell }[];
    const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
    const rows = items.map((item) => names.map((name) => item[name] ?? null));
    return { columns: names.map((name, i) => ({ name, type: typeOf(rows, i) })), rows };
  }
  const { columns = [], rows = [] } = value as Grid;
  return {
    rows: [...rows],
    columns: columns.map((column, i) => {
      const given = (typeof column === 'object' && column !== null ? column : {}) as {
        name?: string;
        type?: ColumnType;
      };
      const name = typeof column === 'string' ? column : (given.name ?? '');
      return { name, type: given.type ?? typeOf(rows, i) };
    }),
  };
}

function typeOf(rows: readonly Row[], at: number): ColumnType {
  const kinds = new Set(rows.flatMap((row) => (row[at] == null ? [] : typeof row[at])));
  if (kinds.size !== 1) return 'text';
  const [kind] = kinds;
  return kind === 'number' || kind === 'boolean' ? kind : 'text';
}

/** Values as stored: nothing is rounded, grouped or translated. */
export const shown = (cell: Cell | undefined): string => (cell == null ? '' : String(cell));
