/** One dialogue on the page: shows it, marks it, and carries out the commands meant for it. */
import type { SurfaceScope } from '../../core/commands';
import type { Change } from '../../core/ledger';
import type { Region } from '../../core/region';
import { notify } from '../notice';
import type { Caret } from '../prose/caret';
import { proseSettings, toggleChips, toggleGrain, watchProse } from '../prose/settings';
import type { Found } from '../prose/find';
import { ReadingFrame } from '../prose/readingFrame';
import { snap } from '../prose/words';
import type { Place, View } from '../surface';
import { actOnTurn, moveCaret, moveEnd, turnActs } from './acts';
import { Finder } from './finder';
import { TurnList } from './list';
import { byTurn, isTurn, isTurnSpan, type ByTurn } from './marks';
import { Marker, type TurnStretch } from './marker';
import { Painter } from './painter';
import { listen } from './pointer';
import { TurnBox } from './turnBox';
import { turnsOf, type Talk } from './turns';

export class DialogueView implements View {
  readonly tools: readonly string[] = [];
  readonly scopes: readonly SurfaceScope[] = ['dialogue', 'prose'];
  readonly turns: readonly Talk[];
  readonly marker: Marker;
  readonly painter: Painter;
  readonly list: TurnList;
  pending: TurnStretch | null = null;
  readonly #frame: ReadingFrame;
  readonly #feed = document.createElement('div');
  readonly #stops: (() => void)[] = [];
  #regions: ByTurn = new Map();
  /** A span whose end is being dragged. */
  preview: (TurnStretch & { id: string }) | null = null;
  readonly #finder: Finder;
  #differences: readonly TurnStretch[] = [];
  #isOpen = false;

  constructor(readonly place: Place) {
    this.turns = turnsOf(place.value);
    this.marker = new Marker(this.turns, place.field, place.session, (key) => this.notify(key));
    this.#frame = new ReadingFrame(place, 'prose-surface dialogue-surface', 'dialogue.label');
    const { scroller, sheet } = this.#frame;
    this.#build();
    this.#finder = new Finder(this.turns, (hit) => this.#showHit(hit));
    const { turns } = this;
    const acts = turnActs(this);
    this.list = new TurnList(turns, scroller, this.#feed, (talk) => {
      const box = new TurnBox(talk, turns.length, place, scroller, acts);
      if (this.#isOpen) box.fold(true);
      this.#fill(box);
      return box;
    });
    const subject = () => ({
      boxes: this.list.boxes,
      preview: this.preview,
      pending: this.pending,
      hits: this.#finder.hits,
      hit: this.#finder.at,
      differences: this.#differences,
    });
    this.painter = new Painter(place, scroller, sheet, subject, () => this.#painted());
    this.#regions = byTurn(place.document.regions(place.field));
    this.#watch();
    this.scrolled();
  }

  get canMark(): boolean {
    return this.marker.can('span');
  }
  /** Marking as one goes: a class is chosen, so a selection becomes a span at once. */
  get isArmed(): boolean {
    return this.marker.chosen('span') !== null && this.canMark;
  }
  get caret(): Caret | undefined {
    return this.list.boxes.get(this.list.current)?.caret;
  }
  get current(): number {
    return this.list.current;
  }
  /** Turns with a mark or a label, in no order. */
  get markedTurns(): number[] {
    return [...this.#regions.keys()];
  }
  /** Whether the caret stands in the current turn. */
  get isWriting(): boolean {
    return this.canMark && (this.caret?.offset ?? null) !== null;
  }

  run(command: string): boolean {
    const [family, name = ''] = command.split('.');
    if (family === 'turn') return actOnTurn(this, name);
    if (family === 'caret' && this.canMark) return moveCaret(this, name);
    if (family === 'span') return moveEnd(this, name);
    if (command === 'text.mark') return this.#markChosen();
    if (command === 'text.snap') this.notify(`annotate.prose.grain_${toggleGrain()}`);
    else if (command === 'text.chips') toggleChips();
    else return command === 'edit.deselect' && this.#letGo();
    return true;
  }
  reveal(id: string): void {
    const geometry = this.place.document.region(id)?.geometry;
    if (geometry && 'turn' in geometry) this.focusTurn(geometry.turn ?? 0, true, [id]);
  }
  anchor(id: string): DOMRect | null {
    const geometry = this.place.document.region(id)?.geometry;
    const turn = geometry && 'turn' in geometry ? geometry.turn : undefined;
    const box = turn === undefined ? undefined : this.list.boxes.get(turn);
    if (!geometry || !box || turn === undefined) return null;
    const mark = box.index.within(0, Infinity).find((one) => one.id === id);
    const rect = isTurnSpan(geometry)
      ? mark && box.map.rects(mark.from, Math.min(mark.to, mark.from + 80))[0]
      : box.element.querySelector('.tag, .stars')?.getBoundingClientRect();
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
  notify(key: string): void {
    notify(this.place.host, key);
  }

  /** Finds a string in every turn; an empty one ends the search. */
  find(sought: string): Found {
    return this.#finder.find(sought, this.current);
  }
  findNext(by: 1 | -1): Found {
    return this.#finder.step(by);
  }
  markFound(): number {
    return this.marker.createAll(this.#finder.hits);
  }
  /** Stretches in which this dialogue differs from the one beside it. */
  showDifferences(stretches: readonly TurnStretch[], shared: number): void {
    this.#differences = stretches;
    for (const [turn, { element }] of this.list.boxes)
      element.classList.toggle('shared', turn < shared);
    this.#shared = shared;
    this.painter.refresh();
  }
  #shared = 0;

  focusTurn(index: number, reveals = true, select?: readonly string[]): void {
    const { session } = this.place;
    const turn = Math.min(this.turns.length - 1, Math.max(0, index));
    if (turn !== this.current) this.caret?.clear();
    this.list.setCurrent(turn);
    if (reveals) this.list.reveal(turn);
    if (!session.state.relating) session.select(select ?? this.#tagOf(turn));
    this.painter.refresh();
    this.#frame.tell();
  }
  mark(stretch: TurnStretch | null): boolean {
    const text = stretch && this.turns[stretch.turn]?.text;
    if (!stretch || !text || !this.isArmed) return false;
    const region = this.marker.createSpan({
      turn: stretch.turn,
      ...snap(text, stretch, proseSettings().grain),
    });
    if (!region) return true;
    const end = this.marker.offsets(stretch.turn).toUnit((region.geometry as { end: number }).end);
    this.list.boxes.get(stretch.turn)?.caret.put(end);
    this.pending = null;
    this.place.session.select([region.id]);
    this.painter.refresh();
    return true;
  }
  /** Opens or folds the calls of tools. */
  fold(): void {
    this.#isOpen = !this.#isOpen;
    for (const box of this.list.boxes.values()) box.fold(this.#isOpen);
    this.resized();
  }
  scrolled(): void {
    if (this.list.update()) this.#shade();
    this.painter.refresh();
    this.#frame.tell();
  }
  resized(): void {
    this.list.measure();
    this.list.update();
    this.painter.refresh();
  }
  /** Follows the browser's selection. */
  reselected(): void {
    const found = [...this.list.boxes].find(([, { caret }]) => caret.offset !== null);
    for (const [turn, { caret }] of this.list.boxes) if (turn === found?.[0]) caret.show();
    if (!found) return this.caret?.show();
    const [turn, { caret }] = found;
    if (turn !== this.current) this.list.setCurrent(turn);
    const selected = caret.selected;
    this.pending = this.canMark && selected ? { turn, ...selected } : null;
    if (this.pending && this.place.session.state.selection.length) this.place.session.select([]);
    this.painter.refresh();
  }

  /** What a class key means once a turn is in use: its label, where it has but one of each. */
  #tagOf(turn: number): string[] {
    if (this.marker.labels('turn').some(({ multiple }) => multiple)) return [];
    const tag = this.#regions.get(turn)?.findLast(({ geometry }) => isTurn(geometry));
    return tag ? [tag.id] : [];
  }
  #markChosen(): boolean {
    if (this.marker.chosen('span')) return this.mark(this.pending);
    if (!this.marker.chosen('turn')) return false;
    const region = this.marker.markTurn(this.current);
    this.place.session.select(region ? [region.id] : []);
    return true;
  }
  #letGo(): boolean {
    const { session } = this.place;
    if (this.pending || this.isWriting) this.caret?.clear();
    else if (session.state.label !== null && !session.state.selection.length)
      session.set({ label: null, class: null });
    else return false;
    this.pending = null;
    this.painter.refresh();
    return true;
  }
  #showHit(hit: TurnStretch | null): void {
    if (hit) {
      this.list.setCurrent(hit.turn);
      this.list.reveal(hit.turn);
      // Within a turn that is longer than the screen.
      const rect = this.list.boxes.get(hit.turn)?.map.caretRect(hit.from);
      if (rect) this.#frame.bringUp(rect);
    }
    this.painter.refresh();
  }
  #painted(): void {
    const { session } = this.place;
    const [id] = session.state.selection.length === 1 ? session.state.selection : [];
    const mark = id !== undefined && session.editable([id]).length > 0;
    const shown = mark ? this.painter.marks.find((one) => one.id === id) : undefined;
    for (const [turn, { handles }] of this.list.boxes)
      handles.show(shown?.turn === turn ? shown : null);
    this.caret?.show();
    this.#frame.tell();
  }
  #fill(box: TurnBox): void {
    const { index } = box.talk;
    box.update(this.#regions.get(index) ?? [], this.marker.offsets(index));
  }
  #shade(): void {
    for (const [turn, { element }] of this.list.boxes)
      element.classList.toggle('shared', turn < this.#shared);
  }
  #reread(): void {
    this.#regions = byTurn(this.place.document.regions(this.place.field));
    for (const box of this.list.boxes.values()) this.#fill(box);
    this.resized();
  }
  #build(): void {
    this.#feed.className = 'feed';
    this.#feed.setAttribute('role', 'feed');
    this.#feed.setAttribute('aria-label', this.place.t('dialogue.turns'));
    this.#frame.sheet.append(this.#feed);
  }
  #watch(): void {
    const { document: content, session, field } = this.place;
    const mine = ([, before, after]: Change<Region>): boolean => (after ?? before)?.on === field;
    const chips = (): void => {
      this.#frame.scroller.classList.toggle('with-chips', proseSettings().chips && this.canMark);
      this.resized();
    };
    chips();
    this.#stops.push(
      content.watch(({ regions, relations }) => {
        for (const [id, before, after] of regions)
          if (before && after && before.class !== after.class) this.marker.noteChange(id);
        if (regions.some(mine)) this.#reread();
        else if (relations.length) this.painter.refresh();
      }),
      session.watch((_, changed) => {
        if (changed.has('selection') || changed.has('hidden') || changed.has('readonly'))
          this.#reread();
        else if (changed.has('hover') || changed.has('relating')) this.painter.refresh();
      }),
      watchProse(chips),
      listen(this, this.#frame.scroller),
    );
  }
}

export const isDialogue = (view: View): view is DialogueView => view instanceof DialogueView;
