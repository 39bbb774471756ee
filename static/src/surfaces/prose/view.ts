/** One text field on the page: shows it, marks it, and carries out the commands meant for text. */
import type { SurfaceScope } from '../../core/commands';
import type { Change } from '../../core/ledger';
import type { Region } from '../../core/region';
import { notify } from '../notice';
import type { Place, View } from '../surface';
import { Caret } from './caret';
import { findAll, hitAfter, type Found } from './find';
import { Handles } from './handles';
import { Marker } from './marker';
import type { Mark } from './marks';
import { Painter } from './painter';
import { listen } from './pointer';
import { ReadingFrame } from './readingFrame';
import { proseSettings, toggleChips, toggleGrain, watchProse } from './settings';
import { SpanIndex } from './spans';
import { TextMap, type Places } from './textMap';
import { snap, step, type Stretch } from './words';

export class ProseView implements View {
  readonly tools: readonly string[] = [];
  readonly scopes: readonly SurfaceScope[] = ['prose'];
  readonly marker: Marker;
  readonly map: Places;
  readonly caret: Caret;
  readonly painter: Painter;
  readonly #frame: ReadingFrame;
  readonly #handles: Handles;
  readonly #stops: (() => void)[] = [];
  #index = new SpanIndex<Mark>([]);
  #preview: (Stretch & { id: string }) | null = null;
  #pending: Stretch | null = null;
  #hits: readonly Stretch[] = [];
  #hit = -1;

  /** `lay` puts the text into the column; plain text goes there line by line. */
  constructor(
    readonly place: Place,
    text: string,
    lay: (column: HTMLElement) => Places = (column) => new TextMap(text, column),
  ) {
    this.marker = new Marker(text, place.field, place.session, (key) => this.notify(key));
    this.#frame = new ReadingFrame(place, 'prose-surface', 'annotate.prose.text');
    const { scroller, sheet } = this.#frame;
    this.map = lay(sheet.appendChild(column()));
    this.caret = new Caret(this.map, scroller, sheet);
    const subject = () => ({
      index: this.#index,
      preview: this.#preview,
      pending: this.#pending,
      hits: this.#hits,
      hit: this.#hit,
    });
    this.painter = new Painter(place, scroller, sheet, this.map, subject, () => this.#painted());
    this.#handles = new Handles(this.map, sheet, this.#dragging(), (stretch) =>
      snap(text, stretch, proseSettings().grain),
    );
    this.#watch();
    this.#reindex();
  }

  get canMark(): boolean {
    return this.marker.canMark;
  }
  /** Text selected and not yet a span, in UTF-16 units. */
  get pending(): Stretch | null {
    return this.#pending;
  }
  run(command: string): boolean {
    const [family, name = ''] = command.split('.');
    if (family === 'caret' && this.canMark) return this.#moveCaret(name);
    if (family === 'span') return this.#moveEnd(name);
    if (command === 'text.mark') return this.mark(this.#pending);
    if (command === 'text.snap')
      return (this.notify(`annotate.prose.grain_${toggleGrain()}`), true);
    if (command === 'text.chips') return (toggleChips(), true);
    return command === 'edit.deselect' && this.#letGo();
  }
  reveal(id: string): void {
    const mark = this.#all().find((one) => one.id === id);
    if (mark) this.#revealStretch(mark);
  }
  anchor(id: string): DOMRect | null {
    const mark = this.#all().find((one) => one.id === id);
    const rect = mark && this.map.rects(mark.from, Math.min(mark.to, mark.from + 80))[0];
    return this.#frame.seen(rect);
  }
  onMoved(moved: () => void): () => void {
    return this.#frame.onMoved(moved);
  }
  focus(): void {
    this.#frame.focus();
  }
  close(): void {
    for (const stop of this.#stops) stop();
    this.painter.close();
    this.place.host.replaceChildren();
  }

  /** Finds a string; an empty one ends the search. */
  find(sought: string): Found {
    this.#hits = findAll(this.map.text, sought);
    this.#hit = hitAfter(this.#hits, this.caret.offset ?? 0);
    return this.#showHit();
  }
  findNext(by: 1 | -1): Found {
    const { length } = this.#hits;
    this.#hit = length ? (this.#hit + by + length) % length : -1;
    return this.#showHit();
  }
  /** Makes a span of every hit, as one step to undo; answers how many are new. */
  markFound(): number {
    return this.marker.createAll(this.#hits);
  }
  /** Makes a span of the chosen class; false when there is nothing to make or none to make it of. */
  mark(stretch: Stretch | null): boolean {
    if (!stretch || !this.isArmed) return false;
    const region = this.marker.create(snap(this.map.text, stretch, proseSettings().grain));
    if (!region) return true;
    this.caret.put(this.marker.offsets.toUnit((region.geometry as { end: number }).end));
    this.#pending = null;
    this.place.session.select([region.id]);
    this.painter.refresh();
    return true;
  }
  select(ids: readonly string[]): void {
    this.#pending = null;
    this.place.session.select(ids);
  }
  /** Follows the browser's selection. */
  reselected(): void {
    const { offset, selected } = this.caret;
    if (offset === null && !selected) return this.caret.show();
    this.#pending = this.canMark ? selected : null;
    if (this.#pending && this.place.session.state.selection.length) this.place.session.select([]);
    this.caret.show();
    this.painter.refresh();
  }

  /** Marking as one goes: a class is chosen, so a selection becomes a span at once. */
  get isArmed(): boolean {
    return this.marker.chosen !== null && this.canMark;
  }
  #all(): Mark[] {
    return this.#index.within(0, Infinity);
  }
  #dragging() {
    return {
      drag: (id: string, stretch: Stretch) => {
        this.#preview = { id, ...stretch };
        this.painter.refresh();
      },
      drop: () => {
        const { id, from, to } = this.#preview ?? { id: '', from: 0, to: 0 };
        this.#preview = null;
        this.marker.reshape(id, { from, to });
        this.painter.refresh();
      },
      cancel: () => {
        this.#preview = null;
        this.painter.refresh();
      },
    };
  }
  #moveCaret(name: string): boolean {
    const extend = name.startsWith('extend');
    const move = extend ? name.charAt(6).toLowerCase() + name.slice(7) : name;
    const moved = this.caret.move(move, extend, () => {
      const selected = this.place.session.state.selection.at(-1);
      return (
        this.#all().find(({ id }) => id === selected)?.from ?? this.painter.marks[0]?.from ?? 0
      );
    });
    // The browser tells of it a moment later; a fast hand has pressed the label's key by then.
    if (moved) this.reselected();
    return moved;
  }
  /** `startBack`, `startOn`, `endBack`, `endOn`: an end of the selected span moves a step. */
  #moveEnd(name: string): boolean {
    const selected = this.place.session.state.selection.at(-1);
    const mark = this.#all().find(({ id }) => id === selected);
    if (!mark) return false;
    const by = name.endsWith('Back') ? -1 : 1;
    const { grain } = proseSettings();
    const moved = (offset: number): number => step(this.map.text, offset, by, grain);
    this.marker.reshape(
      mark.id,
      name.startsWith('start')
        ? { from: moved(mark.from), to: mark.to }
        : { from: mark.from, to: moved(mark.to) },
    );
    return true;
  }
  #letGo(): boolean {
    if (this.#pending) this.caret.clear();
    else if (this.isArmed && !this.place.session.state.selection.length)
      this.place.session.set({ label: null, class: null });
    else return false;
    this.#pending = null;
    this.painter.refresh();
    return true;
  }
  #showHit(): Found {
    const hit = this.#hits[this.#hit];
    if (hit) this.#revealStretch(hit);
    this.painter.refresh();
    return { count: this.#hits.length, at: this.#hit };
  }
  /** What lies between may turn out higher or lower once it is laid out: so again, a few times. */
  #revealStretch({ from }: Stretch, tries = 3): void {
    if (this.#frame.bringUp(this.map.caretRect(from)) && tries > 0)
      requestAnimationFrame(() => this.#revealStretch({ from, to: from }, tries - 1));
  }
  notify(key: string): void {
    notify(this.place.host, key);
  }
  #painted(): void {
    const { session } = this.place;
    const id = session.state.selection.length === 1 ? session.state.selection[0] : undefined;
    const mark = id !== undefined && session.editable([id]).length > 0;
    this.#handles.show((mark && this.painter.marks.find((one) => one.id === id)) || null);
    this.caret.show();
    this.#frame.tell();
  }
  #reindex(): void {
    this.#index = new SpanIndex(this.marker.marks());
    this.painter.remeasure();
  }
  #watch(): void {
    const { document: content, session, field } = this.place;
    const mine = ([, before, after]: Change<Region>): boolean => (after ?? before)?.on === field;
    this.#showChips();
    this.#stops.push(
      content.watch(({ regions, relations }) => {
        if (regions.some(mine)) this.#reindex();
        else if (relations.length) this.painter.refresh();
      }),
      session.watch((_, changed) => {
        if (shows.some((key) => changed.has(key))) this.painter.refresh();
      }),
      watchProse(() => this.#showChips()),
      listen(this, this.#frame.scroller),
    );
  }
  #showChips(): void {
    const chips = proseSettings().chips && this.marker.labels.length > 0;
    this.#frame.scroller.classList.toggle('with-chips', chips);
    this.#frame.scroller.classList.toggle('to-read', !this.marker.labels.length);
    this.painter.remeasure();
  }
}

const shows = ['selection', 'hover', 'hidden', 'locked', 'relating'] as const;

function column(): HTMLElement {
  const made = document.createElement('div');
  made.className = 'column';
  return made;
}

export const isProse = (view: View): view is ProseView => view instanceof ProseView;
