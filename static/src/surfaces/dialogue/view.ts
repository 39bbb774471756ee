/** One dialogue on the page: shows it, marks it, and carries out the commands meant for it. */
import type { SurfaceScope } from '../../core/commands';
import type { Change } from '../../core/ledger';
import type { Region } from '../../core/region';
import { notify } from '../notice';
import type { Caret } from '../prose/caret';
import { findAll, mostFound } from '../prose/find';
import { proseSettings, setProse, watchProse } from '../prose/settings';
import type { Found } from '../prose/view';
import { snap, step } from '../prose/words';
import type { Place, View } from '../surface';
import { TurnList } from './list';
import { byTurn, isTurn, isTurnSpan, type ByTurn } from './marks';
import { Marker, type TurnStretch } from './marker';
import { Painter } from './painter';
import { listen } from './pointer';
import { TurnBox, type TurnActs } from './turnBox';
import { turnsOf, type Talk } from './turns';

export class DialogueView implements View {
  readonly tools: readonly string[] = [];
  readonly scopes: readonly SurfaceScope[] = ['dialogue', 'prose'];
  readonly turns: readonly Talk[];
  readonly marker: Marker;
  readonly painter: Painter;
  readonly list: TurnList;
  pending: TurnStretch | null = null;
  readonly #scroller = document.createElement('div');
  readonly #sheet = document.createElement('div');
  readonly #feed = document.createElement('div');
  readonly #stops: (() => void)[] = [];
  readonly #moved = new Set<() => void>();
  #regions: ByTurn = new Map();
  #preview: (TurnStretch & { id: string }) | null = null;
  #hits: readonly TurnStretch[] = [];
  #hit = -1;
  #differences: readonly TurnStretch[] = [];
  #isOpen = false;

  constructor(readonly place: Place) {
    this.turns = turnsOf(place.value);
    this.marker = new Marker(this.turns, place.field, place.session, (key) => this.notify(key));
    this.#build();
    const { turns } = this;
    const acts = this.#acts();
    this.list = new TurnList(turns, this.#scroller, this.#feed, (talk) => {
      const box = new TurnBox(talk, turns.length, place, this.#scroller, acts);
      if (this.#isOpen) box.fold(true);
      this.#fill(box);
      return box;
    });
    const subject = () => ({
      boxes: this.list.boxes,
      preview: this.#preview,
      pending: this.pending,
      hits: this.#hits,
      hit: this.#hit,
      differences: this.#differences,
    });
    this.painter = new Painter(place, this.#scroller, this.#sheet, subject, () => this.#painted());
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
  /** Whether the caret stands in the current turn. */
  get #isWriting(): boolean {
    return this.canMark && (this.caret?.offset ?? null) !== null;
  }

  run(command: string): boolean {
    const [family, name = ''] = command.split('.');
    if (family === 'turn') return this.#moveTurn(name);
    if (family === 'caret' && this.canMark) return this.#moveCaret(name);
    if (family === 'span') return this.#moveEnd(name);
    if (command === 'text.mark') return this.#markChosen();
    if (command === 'text.snap') return this.#toggleGrain();
    if (command === 'text.chips') setProse({ chips: !proseSettings().chips });
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
    const view = this.#scroller.getBoundingClientRect();
    return rect && rect.bottom > view.top && rect.top < view.bottom ? rect : null;
  }
  onMoved(moved: () => void): () => void {
    this.#moved.add(moved);
    return () => void this.#moved.delete(moved);
  }
  focus(): void {
    this.#scroller.focus({ preventScroll: true });
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
    const hits: TurnStretch[] = [];
    for (const { index, text } of sought ? this.turns : []) {
      for (const { from, to } of findAll(text, sought)) hits.push({ turn: index, from, to });
      if (hits.length >= mostFound) break;
    }
    this.#hits = hits;
    this.#hit = hits.length
      ? Math.max(
          0,
          hits.findIndex(({ turn }) => turn >= this.current),
        )
      : -1;
    return this.#showHit();
  }
  findNext(by: 1 | -1): Found {
    const { length } = this.#hits;
    this.#hit = length ? (this.#hit + by + length) % length : -1;
    return this.#showHit();
  }
  markFound(): number {
    return this.marker.createAll(this.#hits);
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
    this.#tell();
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
    this.#tell();
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
  #acts(): TurnActs {
    return {
      drag: (id, stretch) => {
        this.#preview = { id, turn: this.current, ...stretch };
        this.painter.refresh();
      },
      drop: () => {
        const done = this.#preview;
        this.#preview = null;
        if (done) this.marker.reshape(done.id, done);
        this.painter.refresh();
      },
      cancel: () => {
        this.#preview = null;
        this.painter.refresh();
      },
      rate: (turn, stars, points) => {
        this.marker.rate(turn, stars, points);
        this.focusTurn(turn, false);
      },
      select: (id) => {
        const { geometry } = this.place.document.region(id) ?? {};
        if (geometry && 'turn' in geometry) this.focusTurn(geometry.turn ?? 0, false, [id]);
      },
      snap: (text, stretch) => snap(text, stretch, proseSettings().grain),
    };
  }
  #moveTurn(name: string): boolean {
    const { length } = this.turns;
    if (name.startsWith('rate')) return this.#rate(name.slice(4));
    if (name === 'fold') return (this.fold(), true);
    // Inside a text the arrows are the caret's.
    if ((name === 'next' || name === 'previous') && this.#isWriting) return false;
    const to = {
      next: this.current + 1,
      previous: this.current - 1,
      first: 0,
      last: length - 1,
      nextMarked: this.#marked(1),
      previousMarked: this.#marked(-1),
    }[name];
    if (to === undefined || to === null) return false;
    this.focusTurn(to);
    return true;
  }
  #marked(by: 1 | -1): number | null {
    const turns = [...this.#regions.keys()].sort((a, b) => (a - b) * by);
    return turns.find((turn) => (turn - this.current) * by > 0) ?? null;
  }
  #rate(how: string): boolean {
    const [stars] = this.list.boxes.get(this.current)?.stars ?? [];
    if (!stars) return false;
    const { points, value } = stars;
    const at = points.indexOf(value ?? NaN);
    const wanted =
      how === 'Up'
        ? points[Math.min(points.length - 1, at + 1)]
        : how === 'Down'
          ? points[Math.max(0, at - 1)]
          : points.find((point) => point === Number(how));
    if (wanted === undefined) return false;
    if (wanted !== value || /\d/.test(how)) this.marker.rate(this.current, stars, wanted);
    this.focusTurn(this.current, false);
    return true;
  }
  #moveCaret(name: string): boolean {
    const { caret } = this;
    if (!caret || this.turns[this.current]?.text === '') return false;
    const extend = name.startsWith('extend');
    const move = extend ? name.charAt(6).toLowerCase() + name.slice(7) : name;
    const before = caret.offset;
    const moved = caret.move(move, extend, () => 0);
    // Past the last row of a turn, the next turn.
    const stuck = before !== null && before === caret.offset && !extend;
    if (stuck && (move === 'up' || move === 'down')) {
      this.focusTurn(this.current + (move === 'up' ? -1 : 1));
      this.caret?.put(0);
    }
    return moved;
  }
  /** `startBack`, `startOn`, `endBack`, `endOn`: an end of the selected span moves a step. */
  #moveEnd(name: string): boolean {
    const id = this.place.session.state.selection.at(-1);
    const mark = this.painter.marks.find((one) => one.id === id);
    const text = mark && this.turns[mark.turn]?.text;
    if (!mark || text === undefined) return false;
    const by = name.endsWith('Back') ? -1 : 1;
    const moved = (at: number): number => step(text, at, by, proseSettings().grain);
    const { turn, from, to } = mark;
    const next = name.startsWith('start') ? { from: moved(from), to } : { from, to: moved(to) };
    this.marker.reshape(mark.id, { turn, ...next });
    return true;
  }
  #markChosen(): boolean {
    if (this.marker.chosen('span')) return this.mark(this.pending);
    if (!this.marker.chosen('turn')) return false;
    const region = this.marker.markTurn(this.current);
    this.place.session.select(region ? [region.id] : []);
    return true;
  }
  #toggleGrain(): boolean {
    const grain = proseSettings().grain === 'word' ? 'character' : 'word';
    setProse({ grain });
    this.notify(`annotate.prose.grain_${grain}`);
    return true;
  }
  #letGo(): boolean {
    const { session } = this.place;
    if (this.pending || this.#isWriting) this.caret?.clear();
    else if (session.state.label !== null && !session.state.selection.length)
      session.set({ label: null, class: null });
    else return false;
    this.pending = null;
    this.painter.refresh();
    return true;
  }
  #showHit(): Found {
    const hit = this.#hits[this.#hit];
    if (hit) {
      this.list.setCurrent(hit.turn);
      this.list.reveal(hit.turn);
      this.#bringUp(hit);
    }
    this.painter.refresh();
    return { count: this.#hits.length, at: this.#hit };
  }
  /** Within a turn that is longer than the screen. */
  #bringUp({ turn, from }: TurnStretch): void {
    const rect = this.list.boxes.get(turn)?.map.caretRect(from);
    const view = this.#scroller.getBoundingClientRect();
    if (!rect || (rect.top >= view.top + 40 && rect.bottom <= view.bottom - 40)) return;
    this.#scroller.scrollTop += rect.top - view.top - view.height / 3;
  }
  #tell(): void {
    for (const moved of this.#moved) moved();
  }
  #painted(): void {
    const { session } = this.place;
    const [id] = session.state.selection.length === 1 ? session.state.selection : [];
    const mark = id !== undefined && session.editable([id]).length > 0;
    const shown = mark ? this.painter.marks.find((one) => one.id === id) : undefined;
    for (const [turn, { handles }] of this.list.boxes)
      handles.show(shown?.turn === turn ? shown : null);
    this.caret?.show();
    this.#tell();
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
    const { host, field, ontology, t } = this.place;
    this.#scroller.className = 'prose-surface dialogue-surface';
    this.#scroller.tabIndex = 0;
    this.#scroller.setAttribute('role', 'region');
    const name = ontology.fields[field]?.name ?? field;
    this.#scroller.setAttribute('aria-label', t('dialogue.label', { name }));
    this.#sheet.className = 'sheet';
    this.#feed.className = 'feed';
    this.#feed.setAttribute('role', 'feed');
    this.#feed.setAttribute('aria-label', t('dialogue.turns'));
    this.#sheet.append(this.#feed);
    this.#scroller.append(this.#sheet);
    host.append(this.#scroller);
  }
  #watch(): void {
    const { document: content, session, field } = this.place;
    const mine = ([, before, after]: Change<Region>): boolean => (after ?? before)?.on === field;
    const chips = (): void => {
      this.#scroller.classList.toggle('with-chips', proseSettings().chips && this.canMark);
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
      listen(this, this.#scroller),
    );
  }
}

export const isDialogue = (view: View): view is DialogueView => view instanceof DialogueView;
