/** Puts together what is painted over the pages near the screen, and remembers it for the pointer. */
import type { Bounds } from '../../core/geometry/point';
import { colourOf, findLabel } from '../../core/ontology';
import type { PageBox, Point } from '../../core/region';
import { relationLook, type Curve } from '../prose/curves';
import { proseSettings } from '../prose/settings';
import type { Place } from '../surface';
import { boundsOf } from './boxes';
import type { Rect } from './layout';
import { boundsOn, type PageMark, type PageMarks } from './marks';
import type { PageStretch } from './marker';
import { PagesOverlay, type PageTheme, type PlacedMark, type Scene } from './overlay';
import type { Reader } from './reader';
import { PageSheets } from './sheets';
import type { DocumentSource } from './source';
import { linesOf } from './tables';

/** What there is to paint; the view keeps it up to date. */
export interface Subject {
  readonly marks: PageMarks;
  /** A box being drawn, or a region's as it will be. */
  readonly sketch: { readonly id: string | null; readonly box: PageBox } | null;
  /** A span whose end is being moved, as it will be. */
  readonly pending: PageStretch | null;
  readonly caret: { readonly page: number; readonly offset: number } | null;
  readonly hits: readonly PageStretch[];
  readonly hit: number;
  readonly isOrdering: boolean;
}

/** How near a click must be to a span, in pixels. */
const slack_px = 3;

export class Painter {
  readonly overlay = new PagesOverlay();
  readonly sheets: PageSheets;
  placed: readonly PlacedMark[] = [];
  #frame = 0;
  #window: Rect | null = null;

  constructor(
    readonly place: Place,
    readonly source: DocumentSource,
    readonly reader: Reader,
    readonly subject: () => Subject,
    readonly painted: () => void,
  ) {
    this.sheets = new PageSheets(reader.column, source, place.t, () => this.refresh());
    reader.column.append(this.overlay.canvas);
  }

  refresh(): void {
    this.#frame ||= requestAnimationFrame(() => this.paint());
  }
  /** Pages moved or another part is seen. */
  moved(): void {
    this.#window = null;
    this.refresh();
  }
  scrolled(): void {
    if (!this.#window || !this.reader.isCovered(this.#window)) this.moved();
  }
  close(): void {
    cancelAnimationFrame(this.#frame);
    this.sheets.close();
  }
  paint(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { reader } = this;
    if (!reader.scroller.clientHeight) return;
    const around = (this.#window ??= reader.window);
    const [first, last] = reader.layout.within(around.top, around.top + around.height);
    this.sheets.show(first, last, reader.page, reader.layout);
    // The canvas stays above pages that came later.
    if (reader.column.lastChild !== this.overlay.canvas) reader.column.append(this.overlay.canvas);
    const subject = this.subject();
    this.placed = this.#place(subject, first, last);
    this.overlay.draw(this.#scene(subject, around, first, last), this.theme());
    this.painted();
  }

  /** Marks under a point of the column: the smallest first, so that none is out of reach. */
  at([x, y]: Point): PageMark[] {
    const over = ({ left, top, width, height }: Rect): boolean =>
      x >= left - slack_px &&
      x <= left + width + slack_px &&
      y >= top - slack_px &&
      y <= top + height + slack_px;
    const chip = this.overlay.chips.find(over);
    const named = chip && this.placed.find(({ mark }) => mark.id === chip.id)?.mark;
    const area = ({ rects }: PlacedMark): number =>
      rects.reduce((sum, { width, height }) => sum + width * height, 0);
    const under = this.placed
      .filter(({ rects }) => rects.some(over))
      .sort((a, b) => area(a) - area(b))
      .map(({ mark }) => mark);
    return named ? [named, ...under.filter((mark) => mark !== named)] : under;
  }
  /** Where a mark begins, in pixels of the column; the page's head while its words are on the way. */
  rectOf(mark: PageMark): Rect {
    const words = this.source.known(mark.page);
    if (mark.kind === 'span' && !words) this.#await(mark.page);
    const [bounds] = boundsOn(mark, words);
    const { width } = this.source.pages[mark.page]!;
    return this.reader.layout.place(mark.page, bounds ?? [width / 2, 20, width / 2 + 1, 21]);
  }
  theme(): PageTheme {
    const style = getComputedStyle(this.reader.scroller);
    const token = (name: string): string => style.getPropertyValue(name).trim();
    return {
      ink: token('--ink'),
      panel: token('--panel'),
      machine: token('--machine'),
      person: token('--person'),
      font: token('--font'),
    };
  }

  #place({ marks, sketch }: Subject, first: number, last: number): PlacedMark[] {
    const { session } = this.place;
    const { hidden, selection, hover, relating } = session.state;
    const placed: PlacedMark[] = [];
    for (let page = first; page <= last; page++) {
      const words = this.source.known(page);
      if (!words && marks.on(page).some(({ kind }) => kind === 'span')) this.#await(page);
      for (const mark of marks.on(page)) {
        if (hidden.has(mark.id)) continue;
        const bounds = sketch?.id === mark.id ? [boundsOf(sketch.box)] : boundsOn(mark, words);
        const isSelected = selection.includes(mark.id) || relating?.from === mark.id;
        placed.push({
          mark,
          rects: bounds.map((one) => this.reader.layout.place(page, one)),
          state: isSelected ? 'selected' : hover === mark.id ? 'hover' : 'plain',
          isHeld: isSelected && selection.length === 1 && session.editable([mark.id]).length > 0,
        });
      }
    }
    return placed;
  }
  #scene(subject: Subject, around: Rect, first: number, last: number): Scene {
    const { sketch, pending, caret, hits, hit, isOrdering } = subject;
    const near = hits.filter(({ page }) => page >= first && page <= last);
    const shown = hits[hit];
    return {
      window: around,
      marks: this.placed,
      curves: this.#curves(subject.marks, around),
      trail: isOrdering ? this.#trail(subject.marks) : null,
      pending: pending ? this.#rects(pending) : [],
      hits: near.flatMap((one) => this.#rects(one)),
      hit: shown && near.includes(shown) ? this.#rects(shown) : [],
      caret: caret && this.#caret(caret.page, caret.offset),
      sketch:
        sketch && sketch.id === null
          ? { rect: this.#on(sketch.box.page, boundsOf(sketch.box)), colour: this.#nextColour() }
          : null,
      lines: this.#lines(sketch),
      chips: proseSettings().chips,
    };
  }
  /** The rows and columns of the tables in sight. */
  #lines(sketch: Subject['sketch']): Rect[] {
    return this.placed.flatMap(({ mark }) => {
      const box = sketch?.id === mark.id ? sketch.box : (mark.region.geometry as PageBox);
      return mark.kind === 'box'
        ? linesOf(mark.region).map((line) => this.#thin(this.#on(mark.page, lineBounds(box, line))))
        : [];
    });
  }
  #thin({ left, top, width, height }: Rect): Rect {
    return { left, top, width: Math.max(1.25, width), height: Math.max(1.25, height) };
  }
  #on(page: number, bounds: Bounds): Rect {
    return this.reader.layout.place(page, bounds);
  }
  #rects({ page, from, to }: PageStretch): Rect[] {
    const words = this.source.known(page);
    return words ? words.boxes(from, to).map((one) => this.#on(page, one)) : [];
  }
  #caret(page: number, offset: number): Rect | null {
    const bounds = this.source.known(page)?.caret(offset);
    if (!bounds) return null;
    const { left, top, width, height } = this.#on(page, bounds);
    return width > height
      ? { left, top: top - 1, width, height: 2 }
      : { left: left - 1, top, width: 2, height };
  }
  #nextColour(): string {
    const { ontology, session } = this.place;
    const { label, class: classId } = session.state;
    return colourOf(findLabel(ontology, label ?? ''), classId);
  }
  #trail(marks: PageMarks): Rect[] {
    return [...marks.all]
      .filter(({ order, id }) => order !== null && !this.place.session.state.hidden.has(id))
      .sort((a, b) => a.order! - b.order!)
      .map((mark) => this.rectOf(mark));
  }
  /** Relations inside the document; one that leads off the screen says to which page. */
  #curves(marks: PageMarks, around: Rect): Curve[] {
    const { document, session, ontology, t } = this.place;
    return document.relations().flatMap((relation) => {
      const [from, to] = [marks.get(relation.from), marks.get(relation.to)];
      if (!from || !to || [from, to].some(({ id }) => session.state.hidden.has(id))) return [];
      const [start, end] = [toBox(this.rectOf(from)), toBox(this.rectOf(to))];
      const low = Math.min(start.top, end.top);
      const high = Math.max(start.bottom, end.bottom);
      if (low > around.top + around.height || high < around.top) return [];
      const look = relationLook(relation, ontology);
      const pages = from.page === to.page ? '' : ` · ${t('pages.to_page', { page: to.page + 1 })}`;
      return {
        from: start,
        to: end,
        ...look,
        name: look.name + pages,
        suggested: from.suggested || to.suggested,
        active: [from, to].some(({ id }) => session.state.selection.includes(id)),
      };
    });
  }
  #await(page: number): void {
    this.source.words(page).then(
      () => this.refresh(),
      () => undefined,
    );
  }
}

const toBox = ({ left, top, width, height }: Rect) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

function lineBounds(
  { x, y, width, height }: PageBox,
  { axis, at }: { axis: 'rows' | 'columns'; at: number },
): Bounds {
  return axis === 'rows'
    ? [x, y + height * at, x + width, y + height * at]
    : [x + width * at, y, x + width * at, y + height];
}
