/** Which rows are shown in which order. Rows keep the number they have in the source. */
import { shown, type Cell, type Column, type TableSource } from './source';

export interface Filter {
  readonly column: number;
  /** `> 5`, `= Oslo`, `!= `, or words that the cell holds. */
  readonly text: string;
}
export interface Sort {
  readonly column: number;
  readonly way: 1 | -1;
}
export interface Arrangement {
  readonly filters: readonly Filter[];
  readonly sort: Sort | null;
}

const sayings = /^(>=|<=|!=|>|<|=)\s*(.*)$/s;

/** What a filter's words mean for the cells of a column. */
export function testOf(text: string): (cell: Cell) => boolean {
  const [, sign = '', rest = ''] = sayings.exec(text.trim()) ?? [];
  const words = (sign ? rest : text).trim().toLowerCase();
  const limit = numberOf(words);
  if (sign === '=' || sign === '!=') {
    const equals = (cell: Cell): boolean =>
      shown(cell).trim().toLowerCase() === words ||
      (limit !== null && numberOf(shown(cell)) === limit);
    return sign === '=' ? equals : (cell) => !equals(cell);
  }
  if (sign) {
    return (cell) => {
      const one = numberOf(shown(cell));
      // Dates as written by year, month and day compare as texts.
      const by =
        limit !== null && one !== null ? one - limit : compare(shown(cell).toLowerCase(), words);
      if (shown(cell) === '' || (limit !== null && one === null)) return false;
      return { '>': by > 0, '<': by < 0, '>=': by >= 0, '<=': by <= 0 }[sign]!;
    };
  }
  return (cell) => shown(cell).toLowerCase().includes(words);
}

/** `1,234.5` and `12 %` are numbers too; null for what is none. */
export function numberOf(text: string): number | null {
  const plain = text
    .trim()
    .replace(/(\d),(?=\d{3}(\D|$))/g, '$1')
    .replace(/\s*%$/, '');
  const found = plain === '' ? NaN : Number(plain);
  return Number.isFinite(found) ? found : null;
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The rows that pass, in order; equal ones in the order of the source, empty ones last. */
export function orderOf(
  count: number,
  { type }: Pick<Column, 'type'>,
  cells: readonly Cell[] | null,
  way: 1 | -1,
  passes: (row: number) => boolean,
): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (passes(row)) rows.push(row);
  if (!cells) return Uint32Array.from(rows);
  const keys = cells.map((cell) =>
    type === 'number' ? numberOf(shown(cell)) : shown(cell).toLowerCase() || null,
  );
  return Uint32Array.from(
    rows.sort((a, b) => {
      const [x, y] = [keys[a], keys[b]];
      if (x == null || y == null) return x == null && y == null ? a - b : x == null ? 1 : -1;
      const by =
        typeof x === 'number' && typeof y === 'number' ? x - y : compare(String(x), String(y));
      return by * way || a - b;
    }),
  );
}

/** Reads whole columns, block by block, so that the page stays awake; kept until others are read. */
export class Columns {
  readonly #kept = new Map<number, readonly Cell[]>();

  constructor(
    readonly source: TableSource,
    readonly progress: (done: number, total: number) => void,
  ) {}

  async read(
    wanted: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, readonly Cell[]>> {
    const missing = wanted.filter((column) => !this.#kept.has(column));
    if (missing.length) {
      const found = await (this.source.pieces ? this.#asked(missing) : this.#cut(missing, signal));
      if (signal.aborted) throw new DOMException('', 'AbortError');
      for (const column of this.#kept.keys())
        if (!wanted.includes(column)) this.#kept.delete(column);
      for (const [column, cells] of found) this.#kept.set(column, cells);
    }
    return this.#kept;
  }
  /** From the server, which cuts a column out of all blocks. */
  async #asked(columns: readonly number[]): Promise<Map<number, readonly Cell[]>> {
    const found = new Map<number, readonly Cell[]>();
    for (const [done, column] of columns.entries()) {
      this.progress(done, columns.length);
      found.set(column, await this.source.pieces!.column(column));
    }
    return found;
  }
  async #cut(
    columns: readonly number[],
    signal: AbortSignal,
  ): Promise<Map<number, readonly Cell[]>> {
    const found = new Map(columns.map((column) => [column, [] as Cell[]]));
    await eachBlock(
      this.source,
      signal,
      (rows) => {
        for (const row of rows)
          for (const [column, cells] of found) cells.push(row[column] ?? null);
      },
      this.progress,
    );
    return found;
  }
}

/** Every block in order, the next ones on their way meanwhile. */
export async function eachBlock(
  source: TableSource,
  signal: AbortSignal,
  visit: (rows: readonly (readonly Cell[])[], first: number) => void,
  progress: (done: number, total: number) => void,
): Promise<void> {
  let first = 0;
  for (let block = 0; block < source.blocks; block++) {
    if (block + 1 < source.blocks) void source.block(block + 1).catch(() => {});
    const rows = await source.block(block);
    if (signal.aborted) throw new DOMException('', 'AbortError');
    visit(rows, first);
    first += rows.length;
    progress(block + 1, source.blocks);
  }
}

export async function arrange(
  source: TableSource,
  columns: Columns,
  { filters, sort }: Arrangement,
  signal: AbortSignal,
): Promise<Uint32Array | null> {
  if (!filters.length && !sort) return null;
  const wanted = [...filters.map(({ column }) => column), ...(sort ? [sort.column] : [])];
  const cells = await columns.read([...new Set(wanted)], signal);
  const tests = filters.map(({ column, text }) => [cells.get(column)!, testOf(text)] as const);
  return orderOf(
    source.rows,
    source.columns[sort?.column ?? 0] ?? { type: 'text' },
    sort ? cells.get(sort.column)! : null,
    sort?.way ?? 1,
    (row) => tests.every(([of, test]) => test(of[row] ?? null)),
  );
}
