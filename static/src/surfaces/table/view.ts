/** One table on the page: shows it, arranges it, marks it, and carries out the commands for it. */
import type { SurfaceScope } from '../../core/commands';
import type { Change } from '../../core/ledger';
import type { Cell, Region } from '../../core/region';
import { notify } from '../notice';
import type { Place, View } from '../surface';
import { arrange, Columns, type Arrangement } from './arrange';
import { hideToggled, layoutOf, pinToggled, resized, type Layout, type Look } from './columns';
import { atStart, clamped, moved, rangeOf, type Cursor, type Move, type Spot } from './cursor';
import { Grid } from './grid';
import { cellLabels, cellsIn, isCell, markAll, mostAtOnce, Places } from './marks';
import { listen } from './pointer';
import { Search } from './search';
import type { TableSource } from './source';

const moves = /^(extend)?(left|right|up|down|pageUp|pageDown|home|end|first|last)$/i;

export class TableView implements View {
  readonly tools: readonly string[] = [];
  readonly scopes: readonly SurfaceScope[] = ['table'];
  readonly grid: Grid;
  readonly search: Search;
  arrangement: Arrangement = { filters: [], sort: null };
  order: Uint32Array | null = null;
  cursor: Cursor = atStart;
  layout: Layout;
  /** How much of the table has been read for what was asked; null when nothing is. */
  reading: number | null = null;
  hit = -1;
  readonly #columns: Columns;
  readonly #stops: (() => void)[] = [];
  readonly #moved = new Set<() => void>();
  readonly #changed = new Set<string>();
  #places: Places;
  #arranging = new AbortController();

  constructor(
    readonly place: Place,
    readonly source: TableSource,
    public look: Look,
  ) {
    this.layout = layoutOf(look);
    this.#places = new Places(place.document.regions(place.field));
    this.#columns = new Columns(source, (done, total) => {
      this.reading = done / total;
      this.tell();
    });
    this.search = new Search(source, (isFirst) => this.#found(isFirst));
    const subject = () => ({
      layout: this.layout,
      order: this.order,
      count: this.count,
      places: this.#places,
      cursor: this.cursor,
      sort: this.arrangement.sort,
      filtered: new Set(this.arrangement.filters.map(({ column }) => column)),
      hit: this.search.hits[this.hit] ?? null,
      sought: this.search.sought,
    });
    this.grid = new Grid(place, source, subject, () => this.#drawn());
    this.#watch();
    this.grid.draw();
  }

  /** Rows that are shown. */
  get count(): number {
    return this.order?.length ?? this.source.rows;
  }
  get canMark(): boolean {
    return (
      !this.place.session.state.readonly &&
      cellLabels(this.place.ontology, this.place.field).length > 0
    );
  }
  /** The column one is in; -1 while a whole row is chosen. */
  get column(): number {
    return this.layout.order[this.cursor.head.column] ?? -1;
  }
  /** The row of the source one is in. */
  get row(): number {
    return this.sourceRow(this.cursor.head.at);
  }
  get marked(): number {
    return this.#places.rows.length;
  }
  sourceRow(at: number): number {
    return this.order ? (this.order[at] ?? 0) : at;
  }

  run(command: string): boolean {
    if (command === 'text.mark') return this.#markChosen(false);
    const [family, name = ''] = command.split('.');
    if (family !== 'table') return false;
    const [, extend, move = ''] = moves.exec(name) ?? [];
    if (move)
      return this.#move((move[0]!.toLowerCase() + move.slice(1)) as Move, extend !== undefined);
    const acts: { readonly [name: string]: () => void } = {
      row: () => this.moveTo({ at: this.cursor.head.at, column: -1 }, false),
      nextMarked: () => this.#jump(1),
      previousMarked: () => this.#jump(-1),
      sort: () => this.sortBy(this.column),
      pin: () => this.setLook(pinToggled(this.look, this.column)),
      hide: () => this.setLook(hideToggled(this.look, this.column)),
      showAll: () => this.setLook({ ...this.look, hidden: new Set() }),
      wider: () => this.#resize(24),
      narrower: () => this.#resize(-24),
    };
    const isOfColumn = ['sort', 'pin', 'hide', 'wider', 'narrower'].includes(name);
    if (!acts[name] || (isOfColumn && this.column < 0)) return false;
    acts[name]();
    return true;
  }
  reveal(id: string): void {
    const geometry = this.place.document.region(id)?.geometry;
    if (!geometry || !isCell(geometry)) return;
    const at = this.#positionOf(geometry.row);
    const column = this.source.columns.findIndex(({ name }) => name === geometry.column);
    if (at < 0) notify(this.place.host, 'table.filtered_out');
    else this.moveTo({ at, column: this.layout.order.indexOf(column) }, false, [id]);
  }
  anchor(id: string): DOMRect | null {
    const geometry = this.place.document.region(id)?.geometry;
    if (!geometry || !isCell(geometry)) return null;
    const column = this.source.columns.findIndex(({ name }) => name === geometry.column);
    return this.grid.rectOf(this.#positionOf(geometry.row), column < 0 ? null : column);
  }
  onMoved(moved: () => void): () => void {
    this.#moved.add(moved);
    return () => void this.#moved.delete(moved);
  }
  tell(): void {
    for (const told of this.#moved) told();
  }
  focus(): void {
    this.grid.scroller.focus({ preventScroll: true });
  }
  close(): void {
    this.#arranging.abort();
    this.search.stop();
    for (const stop of this.#stops) stop();
    this.grid.close();
    this.place.host.replaceChildren();
  }

  moveTo(spot: Spot, extend: boolean, select?: readonly string[]): void {
    const head = clamped(spot, this.count, this.layout.order.length);
    this.cursor = { head, anchor: extend ? this.cursor.anchor : head };
    this.grid.bring(head.at, this.layout.order[head.column]);
    const { session } = this.place;
    if (!session.state.relating) session.select(select ?? this.#idsAt(head));
    this.grid.refresh();
  }
  /** Sorts up, then down, then not at all. */
  sortBy(column: number): void {
    const { sort } = this.arrangement;
    const next = sort?.column !== column ? 1 : sort.way > 0 ? -1 : null;
    void this.arrange({ ...this.arrangement, sort: next && { column, way: next } });
  }
  filterBy(column: number, text: string): void {
    const others = this.arrangement.filters.filter((one) => one.column !== column);
    const filters = text.trim() ? [...others, { column, text }] : others;
    void this.arrange({ ...this.arrangement, filters });
  }
  async arrange(arrangement: Arrangement): Promise<void> {
    this.#arranging.abort();
    this.#arranging = new AbortController();
    const { signal } = this.#arranging;
    this.arrangement = arrangement;
    const { row } = this;
    try {
      const order = await arrange(this.source, this.#columns, arrangement, signal);
      if (signal.aborted) return;
      this.order = order;
    } catch (stopped) {
      if (!signal.aborted) notify(this.place.host, 'table.not_read');
      if (!(stopped instanceof DOMException)) return;
    } finally {
      if (!signal.aborted) this.reading = null;
    }
    const at = Math.max(0, this.#positionOf(row));
    this.moveTo({ at, column: this.cursor.head.column }, false);
    this.tell();
  }
  setLook(look: Look): void {
    const { column } = this;
    this.look = look;
    this.layout = layoutOf(look);
    const place = this.layout.order.indexOf(column);
    const head = { at: this.cursor.head.at, column: place < 0 && column >= 0 ? 0 : place };
    this.cursor = { head, anchor: head };
    this.grid.refresh();
  }
  widen(column: number, width: number): void {
    this.setLook(resized(this.look, column, width));
  }
  /** Marks what is selected; `whole` marks the rows. */
  mark(label: string, classId: string | null, whole: boolean): boolean {
    const found = cellLabels(this.place.ontology, this.place.field).find(({ id }) => id === label);
    if (!found || !this.canMark || !this.count) return false;
    const cells = this.#chosen(whole);
    if (!cells) return (notify(this.place.host, 'table.too_many', { count: mostAtOnce }), true);
    const { session, field } = this.place;
    const ids = markAll(session, field, found, classId, cells, this.#changed);
    session.select(cells.length === 1 ? ids : ids.slice(-1));
    return true;
  }
  step(by: 1 | -1): void {
    const { length } = this.search.hits;
    if (length) this.#show((this.hit + by + length) % length);
  }

  #markChosen(whole: boolean): boolean {
    const { label, class: classId } = this.place.session.state;
    return label !== null && this.mark(label, classId, whole);
  }
  #chosen(whole: boolean): Cell[] | null {
    const { columns } = this.source;
    return cellsIn(
      rangeOf(this.cursor),
      whole,
      (at) => this.sourceRow(at),
      (i) => columns[this.layout.order[i]!]!.name,
    );
  }
  #idsAt({ at, column }: Spot): string[] {
    const name = this.source.columns[this.layout.order[column] ?? -1]?.name;
    const several = cellLabels(this.place.ontology, this.place.field).some(
      ({ multiple }) => multiple,
    );
    const last = this.#places.at(this.sourceRow(at), name).at(-1);
    return last && !several ? [last.id] : [];
  }
  #positionOf(row: number): number {
    return this.order ? this.order.indexOf(row) : row;
  }
  #move(move: Move, extend: boolean): boolean {
    const { cursor, layout, count, grid } = this;
    const next = moved(cursor, move, extend, count, layout.order.length, grid.page);
    this.moveTo(next.head, extend);
    return true;
  }
  #jump(by: 1 | -1): void {
    const { order, cursor } = this;
    const places = order
      ? this.#places.rows.map((row) => this.#positionOf(row)).filter((at) => at >= 0)
      : [...this.#places.rows];
    places.sort((a, b) => (a - b) * by);
    const next = places.find((at) => (at - cursor.head.at) * by > 0) ?? places[0];
    if (next === undefined) return;
    const row = this.sourceRow(next);
    const column = this.layout.order.findIndex(
      (one) => this.#places.at(row, this.source.columns[one]!.name).length > 0,
    );
    this.moveTo({ at: next, column }, false);
  }
  #resize(by: number): void {
    this.widen(this.column, (this.look.widths[this.column] ?? 100) + by);
  }
  #found(isFirst: boolean): void {
    if (!this.search.hits.length) this.hit = -1;
    const next = this.search.hits.findIndex(({ row }) => row >= this.row);
    if (isFirst) this.#show(Math.max(0, next));
    this.grid.refresh();
    this.tell();
  }
  #show(index: number): void {
    this.hit = index;
    const hit = this.search.hits[index];
    const at = hit ? this.#positionOf(hit.row) : -1;
    if (hit && at >= 0) this.moveTo({ at, column: this.layout.order.indexOf(hit.column) }, false);
    this.tell();
  }
  #drawn(): void {
    const { head } = this.cursor;
    this.grid.announce(head.at, this.layout.order[head.column] ?? -1, this.count);
    this.tell();
  }
  #watch(): void {
    const { document: content, session, field } = this.place;
    const mine = ([, before, after]: Change<Region>): boolean => (after ?? before)?.on === field;
    this.#stops.push(
      content.watch(({ regions }) => {
        for (const [id, before, after] of regions)
          if (before && after && before.class !== after.class) this.#changed.add(id);
        queueMicrotask(() => this.#changed.clear());
        if (!regions.some(mine)) return;
        this.#places = new Places(content.regions(field));
        this.grid.refresh();
      }),
      session.watch((_, changed) => {
        if (changed.has('selection') || changed.has('hidden') || changed.has('readonly'))
          this.grid.refresh();
      }),
      listen(this),
    );
  }
}
