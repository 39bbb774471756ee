/** Draws the rows and columns in sight; of a hundred thousand rows some forty are on the page. */
import type { Place } from '../surface';
import { inSight, type Layout, type Placed } from './columns';
import type { Cursor } from './cursor';
import { rangeOf } from './cursor';
import type { Look, Places } from './marks';
import { shown, type Row, type TableSource } from './source';

export const row_px = 28;
const more = 6;

/** What there is to draw; the view keeps it up to date. */
export interface Subject {
  readonly layout: Layout;
  readonly order: Uint32Array | null;
  readonly count: number;
  readonly places: Places;
  readonly cursor: Cursor;
  readonly sort: { readonly column: number; readonly way: 1 | -1 } | null;
  readonly filtered: ReadonlySet<number>;
  /** The place a search stands at: a row of the source and a column. */
  readonly hit: { readonly row: number; readonly column: number } | null;
  readonly sought: string;
}

export class Grid {
  readonly scroller = element('div', 'table-surface');
  readonly #head = element('div', 'head');
  readonly #body = element('div', 'body');
  readonly #rows = new Map<number, HTMLElement>();
  #frame = 0;
  #drawn = '';

  constructor(
    readonly place: Place,
    readonly source: TableSource,
    readonly subject: () => Subject,
    readonly drawn: () => void,
  ) {
    this.#head.setAttribute('role', 'row');
    this.#body.setAttribute('role', 'rowgroup');
    const heads = element('div', 'heads');
    heads.setAttribute('role', 'rowgroup');
    heads.append(this.#head);
    this.scroller.append(heads, this.#body);
    place.host.append(this.scroller);
    this.#name();
  }

  /** Width of the row numbers. */
  get gutter(): number {
    return Math.max(48, String(this.source.rows).length * 8 + 24);
  }
  get page(): number {
    return Math.max(1, Math.floor((this.scroller.clientHeight - row_px) / row_px) - 1);
  }
  refresh(): void {
    this.#drawn = '';
    this.#frame ||= requestAnimationFrame(() => this.draw());
  }
  scrolled(): void {
    this.#frame ||= requestAnimationFrame(() => this.draw());
  }
  close(): void {
    cancelAnimationFrame(this.#frame);
  }
  cellId = (at: number, column: number): string => `${this.place.field}-${at}-${column}`;

  draw(): void {
    this.#frame = 0;
    const { scroller } = this;
    const { layout, count } = this.subject();
    const first = Math.max(0, Math.floor(scroller.scrollTop / row_px) - more);
    const last = Math.min(
      count - 1,
      Math.ceil((scroller.scrollTop + scroller.clientHeight) / row_px) + more,
    );
    const from = scroller.scrollLeft;
    const room = scroller.clientWidth - this.gutter - layout.pinnedWidth;
    const rest = inSight(layout.rest, from, from + Math.max(0, room));
    const state = `${rest[0]?.column}-${rest.at(-1)?.column}`;
    const isSame = this.#drawn === state;
    this.#drawn = state;
    const width = this.gutter + layout.pinnedWidth + layout.restWidth;
    this.#body.style.height = `${Math.max(1, count) * row_px}px`;
    this.#body.style.width = this.#head.style.width = `${width}px`;
    if (!isSame) this.#drawHead(layout, rest);
    for (const [at, row] of this.#rows)
      if (at < first || at > last || !isSame) {
        row.remove();
        this.#rows.delete(at);
      }
    for (let at = first; at <= last; at++) if (!this.#rows.has(at)) this.#drawRow(at, rest);
    this.drawn();
  }
  /** Brings a cell into sight; of a row alone, its line. */
  bring(at: number, column: number | undefined): void {
    const { scroller } = this;
    const { layout } = this.subject();
    const top = at * row_px;
    const room = scroller.clientHeight - row_px - 8;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + row_px > scroller.scrollTop + room) scroller.scrollTop = top + row_px - room;
    const placed = layout.rest.find((one) => one.column === column);
    if (!placed) return;
    const width = scroller.clientWidth - this.gutter - layout.pinnedWidth;
    if (placed.left < scroller.scrollLeft) scroller.scrollLeft = placed.left;
    else if (placed.left + placed.width > scroller.scrollLeft + width)
      scroller.scrollLeft = Math.min(placed.left, placed.left + placed.width - width);
  }
  /** Tells readers of the screen which cell one is in, and of how many rows. */
  announce(at: number, column: number, count: number): void {
    const active = this.cellId(at, column);
    if (document.getElementById(active))
      this.scroller.setAttribute('aria-activedescendant', active);
    else this.scroller.removeAttribute('aria-activedescendant');
    this.scroller.setAttribute('aria-rowcount', String(count + 1));
  }
  #name(): void {
    const { field, ontology, t } = this.place;
    const { scroller } = this;
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'grid');
    scroller.setAttribute('aria-multiselectable', 'true');
    scroller.setAttribute('aria-colcount', String(this.source.columns.length + 1));
    const name = ontology.fields[field]?.name ?? field;
    scroller.setAttribute('aria-label', t('table.label', { name }));
  }
  rectOf(at: number, column: number | null): DOMRect | null {
    const row = this.#rows.get(at);
    const cell =
      column === null
        ? row?.querySelector('.number')
        : document.getElementById(this.cellId(at, column));
    return cell?.getBoundingClientRect() ?? null;
  }

  #drawHead(layout: Layout, rest: readonly Placed[]): void {
    const corner = element('div', 'number');
    corner.setAttribute('role', 'columnheader');
    corner.textContent = '#';
    corner.title = this.place.t('table.row_number');
    corner.setAttribute('aria-label', this.place.t('table.row_number'));
    this.#fill(this.#head, corner, layout, rest, (placed) => this.#header(placed));
  }
  #header({ column }: Placed): HTMLElement {
    const { sort, filtered, cursor, layout } = this.subject();
    const { name, type } = this.source.columns[column]!;
    const header = element('div', `cell ${type}`);
    header.setAttribute('role', 'columnheader');
    header.dataset['column'] = String(column);
    header.title = `${name} · ${this.place.t(`table.type.${type}`)}`;
    const isSorted = sort?.column === column;
    header.setAttribute(
      'aria-sort',
      isSorted ? (sort.way > 0 ? 'ascending' : 'descending') : 'none',
    );
    header.classList.toggle('filtered', filtered.has(column));
    header.classList.toggle('here', layout.order[cursor.head.column] === column);
    const word = element('span', 'word');
    word.textContent = name;
    header.append(word);
    if (isSorted) {
      const sign = element('span', 'sign');
      sign.textContent = sort.way > 0 ? '▲' : '▼';
      header.append(sign);
    }
    const grip = element('span', 'grip');
    grip.dataset['grip'] = String(column);
    header.append(grip);
    return header;
  }

  #drawRow(at: number, rest: readonly Placed[]): void {
    const { order, layout, places, cursor, count } = this.subject();
    if (at >= count) return;
    const index = order ? order[at]! : at;
    const row = element('div', 'row');
    row.setAttribute('role', 'row');
    row.setAttribute('aria-rowindex', String(index + 2));
    row.dataset['at'] = String(at);
    row.style.transform = `translateY(${at * row_px}px)`;
    const { hidden, selection } = this.place.session.state;
    const mark = places.look(index, undefined, this.place.ontology, hidden);
    const range = rangeOf(cursor);
    const within = at >= range.top && at <= range.bottom;
    const number = element('div', 'number');
    number.setAttribute('role', 'rowheader');
    number.textContent = String(index + 1);
    if (mark) dress(row, number, mark, selection);
    number.classList.toggle('here', within);
    if (within && range.left < 0) row.classList.add('chosen');
    const values = this.source.row(index, order !== null, () => this.refresh());
    this.#fill(row, number, layout, rest, (placed) => this.#cell(at, index, placed, values));
    this.#rows.set(at, row);
    this.#body.append(row);
  }
  #cell(at: number, index: number, { column }: Placed, values: Row | undefined): HTMLElement {
    const { places, cursor, layout, hit, sought } = this.subject();
    const { name, type } = this.source.columns[column]!;
    const { hidden, selection } = this.place.session.state;
    const cell = element('div', `cell ${type}`);
    cell.id = this.cellId(at, column);
    cell.setAttribute('role', 'gridcell');
    cell.setAttribute('aria-colindex', String(column + 2));
    cell.dataset['column'] = String(column);
    const text = values ? shown(values[column]) : '';
    cell.textContent = text.length > 400 ? `${text.slice(0, 400)}…` : text;
    cell.classList.toggle('waiting', !values);
    if (text.length > 24) cell.title = text.slice(0, 2000);
    const position = layout.order.indexOf(column);
    const range = rangeOf(cursor);
    const inRows = at >= range.top && at <= range.bottom;
    const inside = inRows && position >= range.left && position <= range.right;
    cell.classList.toggle('chosen', inside);
    const isHead = cursor.head.at === at && cursor.head.column === position;
    cell.classList.toggle('cursor', isHead);
    cell.setAttribute('aria-selected', String(inside));
    const mark = places.look(index, name, this.place.ontology, hidden);
    if (mark) dress(cell, cell, mark, selection);
    if (sought && text.toLowerCase().includes(sought)) cell.classList.add('found');
    if (hit?.row === index && hit.column === column) cell.classList.add('hit');
    return cell;
  }
  /** Row number, pinned columns (both stay at the left), the columns in sight. */
  #fill(
    row: HTMLElement,
    number: HTMLElement,
    layout: Layout,
    rest: readonly Placed[],
    make: (placed: Placed) => HTMLElement,
  ): void {
    const { gutter } = this;
    const fixed = element('div', 'fixed');
    fixed.setAttribute('role', 'presentation');
    fixed.style.width = `${gutter + layout.pinnedWidth}px`;
    number.style.width = `${gutter}px`;
    fixed.append(number, ...layout.pinned.map((placed) => put(make(placed), placed, gutter)));
    const start = gutter + layout.pinnedWidth;
    row.replaceChildren(fixed, ...rest.map((placed) => put(make(placed), placed, start)));
  }
}

function put(cell: HTMLElement, { left, width }: Placed, from: number): HTMLElement {
  cell.style.left = `${from + left}px`;
  cell.style.width = `${width}px`;
  cell.classList.toggle('roomy', width >= 150);
  return cell;
}
function dress(
  whole: HTMLElement,
  named: HTMLElement,
  mark: Look,
  selection: readonly string[],
): void {
  const colour = CSS.supports('color', mark.colour) ? mark.colour : 'currentColor';
  whole.style.setProperty('--c', colour);
  whole.classList.add('marked');
  whole.classList.toggle('suggested', mark.suggested);
  whole.classList.toggle(
    'selected',
    mark.ids.some((id) => selection.includes(id)),
  );
  named.dataset['mark'] = mark.names;
  named.title = mark.names;
}
function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
