/** One document on the page: shows it, marks it, and carries out the commands meant for it. */
import type { SurfaceScope } from '../../core/commands';
import type { Change } from '../../core/ledger';
import type { PageBox, Point, Region } from '../../core/region';
import { notify } from '../notice';
import { watchProse } from '../prose/settings';
import type { Place, View } from '../surface';
import { runCommand } from './commands';
import { Finder } from './finder';
import { PageMarks, type PageMark } from './marks';
import { Marker, type PageStretch } from './marker';
import { Painter } from './painter';
import { listen } from './pointer';
import { Reader } from './reader';
import { Scans } from './scans';
import { pagesSettings, watchPages } from './settings';
import type { DocumentSource } from './source';
import { snapped, TextSelection } from './textSelection';

export class PagesView implements View {
  readonly tools: readonly string[] = [];
  readonly scopes: readonly SurfaceScope[] = ['pages'];
  readonly marker: Marker;
  readonly reader: Reader;
  readonly painter: Painter;
  readonly finder: Finder;
  readonly scans = new Scans(this);
  readonly text = new TextSelection();
  marks: PageMarks;
  readonly #stops: (() => void)[] = [];
  readonly #moved = new Set<() => void>();
  #sketch: { id: string | null; box: PageBox } | null = null;
  #page = 0;

  constructor(
    readonly place: Place,
    readonly source: DocumentSource,
  ) {
    const { host, field, session, document, ontology } = place;
    this.marker = new Marker(field, session, (key) => this.notify(key));
    this.marks = new PageMarks(document.regions(field), ontology);
    this.finder = new Finder(this);
    this.reader = new Reader(
      source.pages,
      () => this.#relaid(),
      () => this.#tell(),
    );
    this.painter = new Painter(
      place,
      source,
      this.reader,
      () => ({
        marks: this.marks,
        sketch: this.#sketch,
        pending: this.pending,
        caret: this.#caret,
        hits: this.finder.hits,
        hit: this.finder.hit,
        isOrdering: session.state.tool === 'order',
      }),
      () => this.#moved.forEach((moved) => moved()),
    );
    this.#dress();
    host.append(this.reader.scroller);
    this.reader.start();
    this.scans.rested();
    this.#watch();
  }

  /** Text selected and not yet a span, as it would be one. */
  get pending(): PageStretch | null {
    const { stretch } = this.text;
    const words = stretch && this.source.known(stretch.page);
    return words ? snapped(stretch, words) : null;
  }
  get selectedWords(): string | null {
    const { pending } = this;
    const words = pending && this.source.known(pending.page);
    return words ? words.text.slice(pending.from, pending.to) : null;
  }
  /** The one selected box, if it may be changed. */
  get heldBox(): PageMark | null {
    const { session } = this.place;
    const [id, other] = session.state.selection;
    const mark = this.marks.get(id);
    const isHeld =
      mark?.kind === 'box' && other === undefined && session.editable([mark.id]).length;
    return isHeld ? mark : null;
  }
  /** The page in the upper part of the view. */
  get page(): number {
    return this.reader.page;
  }

  run(command: string): boolean {
    return runCommand(this, command);
  }
  reveal(id: string): void {
    const mark = this.marks.get(id);
    if (!mark) return;
    // Where on the page a span lies is known with the page's words.
    const show = (): void => {
      const { left, top, width, height } = this.painter.rectOf(mark);
      const { page, at } = this.reader.layout.locate(left, top);
      const to = this.reader.layout.onPage(page, left + width, top + height);
      this.reader.reveal(mark.page, [...at, ...to]);
    };
    if (mark.kind === 'box' || this.source.known(mark.page)) show();
    else this.source.words(mark.page).then(show, () => this.reader.goTo(mark.page));
  }
  anchor(id: string): DOMRect | null {
    const mark = this.marks.get(id);
    if (!mark || this.place.session.state.hidden.has(id)) return null;
    const rect = this.painter.rectOf(mark);
    return this.reader.isInSight(rect) ? this.reader.toScreen(rect) : null;
  }
  /** Also when another page has come into view. */
  onMoved(moved: () => void): () => void {
    this.#moved.add(moved);
    return () => void this.#moved.delete(moved);
  }
  focus(): void {
    this.reader.scroller.focus({ preventScroll: true });
  }
  close(): void {
    for (const stop of this.#stops) stop();
    this.scans.close();
    this.reader.close();
    this.painter.close();
    this.place.host.replaceChildren();
  }
  notify(key: string): void {
    notify(this.place.host, key);
  }

  isOverText(page: number, at: Point): boolean {
    return this.source.known(page)?.covers(at) ?? false;
  }
  startText(page: number, at: Point, isExtending: boolean): void {
    const words = this.source.known(page);
    const offset = words?.offsetAt(at);
    if (!words || offset === null || offset === undefined) return;
    if (isExtending) this.text.extend({ page, offset }, words);
    else this.text.start({ page, offset });
    this.painter.refresh();
  }
  extendText(page: number, at: Point): void {
    const anchor = this.text.anchor;
    const words = anchor && this.source.known(anchor.page);
    if (!anchor || !words) return;
    const offset = (page === anchor.page ? words.offsetAt(at) : 0) ?? 0;
    this.text.extend({ page, offset }, words);
    this.painter.refresh();
  }
  /** A click beside every mark sets the caret where it was. */
  placeCaret(at: Point): void {
    const { page, at: point } = this.reader.layout.locate(...at);
    if (this.isOverText(page, point)) this.startText(page, point, false);
    else this.letGo();
  }
  /** Text has been selected: with a span's class chosen it becomes a span at once. */
  selected(): void {
    if (this.place.session.state.selection.length) this.place.session.select([]);
    if (this.marker.chosen('span') !== null) this.mark();
    this.painter.refresh();
  }
  /** Makes a span, or a box around it, of the text selected. */
  mark(): boolean {
    const { pending } = this;
    const words = pending && this.source.known(pending.page);
    if (!pending || !words || !this.marker.canMark) return false;
    const isScan = this.source.isRead(pending.page);
    if (isScan && this.marker.chosen('span') !== null) this.notify('pages.no_span');
    const region =
      this.marker.chosen('page_box') !== null
        ? this.marker.createBox(this.#around(pending), isScan ? this.selectedWords : null)
        : isScan
          ? null
          : this.marker.createSpan(pending, words);
    if (!region) return this.marker.chosen('span') !== null;
    this.text.start({ page: pending.page, offset: pending.to });
    this.place.session.select([region.id]);
    return true;
  }
  sketchBox(id: string | null, box: PageBox): void {
    this.#sketch = { id, box };
    this.painter.refresh();
  }
  /** The gesture ended: what was sketched becomes the region's, or is forgotten. */
  drop(isKept: boolean): void {
    const sketch = this.#sketch;
    this.#sketch = null;
    if (sketch && isKept && sketch.id !== null) this.marker.reshapeBox(sketch.id, sketch.box);
    else if (sketch && isKept) {
      const region = this.marker.createBox(sketch.box);
      if (region) this.place.session.select([region.id]);
    }
    this.painter.refresh();
  }
  letGo(): boolean {
    const had = this.text.focus !== null;
    this.text.clear();
    this.painter.refresh();
    return had;
  }
  scrolled(): void {
    this.painter.scrolled();
    const { page } = this;
    if (page === this.#page) {
      if (this.place.document.relations().length) this.#tell();
      return;
    }
    this.#page = page;
    this.scans.rested();
    this.#tell();
  }
  /** A scan is being read, or has been. */
  read(): void {
    this.painter.refresh();
    this.#tell();
  }

  #tell(): void {
    for (const moved of this.#moved) moved();
  }
  get #caret(): { page: number; offset: number } | null {
    return document.activeElement === this.reader.scroller ? this.text.focus : null;
  }
  #around({ page, from, to }: PageStretch): PageBox {
    const boxes = this.source.known(page)!.boxes(from, to);
    const [x0, y0] = [Math.min(...boxes.map((b) => b[0])), Math.min(...boxes.map((b) => b[1]))];
    const [x1, y1] = [Math.max(...boxes.map((b) => b[2])), Math.max(...boxes.map((b) => b[3]))];
    const round = (value: number): number => Math.round(value * 100) / 100;
    return { page, x: round(x0), y: round(y0), width: round(x1 - x0), height: round(y1 - y0) };
  }
  #relaid(): void {
    this.painter.moved();
    this.place.session.set({ zoom: this.reader.zoom });
    this.#tell();
  }
  #dress(): void {
    const { scroller } = this.reader;
    const { field, ontology, t } = this.place;
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'region');
    const name = ontology.fields[field]?.name ?? field;
    scroller.setAttribute('aria-label', t('pages.label', { name }));
    this.#showSettings();
  }
  #showSettings(): void {
    const { scroller } = this.reader;
    scroller.classList.toggle('night', pagesSettings().night);
    const { tool } = this.place.session.state;
    scroller.style.touchAction = tool === 'box' ? 'none' : '';
    scroller.style.left = pagesSettings().thumbs ? '132px' : '0';
  }
  #watch(): void {
    const { document: content, session, field, ontology } = this.place;
    const mine = ([, before, after]: Change<Region>): boolean => (after ?? before)?.on === field;
    const redraw = (): void => this.painter.refresh();
    const themed = new MutationObserver(redraw);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const { scroller } = this.reader;
    scroller.addEventListener('focus', redraw);
    scroller.addEventListener('blur', redraw);
    this.#stops.push(
      content.watch(({ regions, relations }) => {
        if (regions.some(mine)) this.marks = new PageMarks(content.regions(field), ontology);
        if (regions.some(mine) || relations.length) redraw();
      }),
      session.watch((_, changed) => {
        if (changed.has('tool')) this.#showSettings();
        if (shows.some((key) => changed.has(key))) redraw();
      }),
      watchPages(() => {
        this.scans.again();
        this.#showSettings();
        redraw();
      }),
      watchProse(redraw),
      listen(this),
      () => themed.disconnect(),
    );
  }
}

const shows = ['selection', 'hover', 'hidden', 'locked', 'relating', 'tool'] as const;

export const isPages = (view: View): view is PagesView => view instanceof PagesView;
