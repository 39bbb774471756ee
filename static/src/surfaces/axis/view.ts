/** A field with a time axis: the window on it, its lanes, and what the page asks of it. */
import type { SurfaceScope } from '../../core/commands';
import { findLabel } from '../../core/ontology';
import type { Region } from '../../core/region';
import { notify } from '../notice';
import type { Place, View } from '../surface';
import { runAct } from './acts';
import { Board, type Layer } from './board';
import { carryOut } from './effects';
import { idle, previewOf, type Effect, type State } from './gesture';
import { hands } from './hands';
import type { Block } from './hit';
import { laneAttributes, lanesOf, rangeLabelsOn, type Lane } from './lanes';
import { inside, layoutOf, type Layout } from './layout';
import { Nudger } from './nudger';
import { paintBase, paintOverlay } from './paint';
import { listen, type Press } from './pointer';
import { isRange, type Limits, type RangeRegion, type Stretch } from './ranges';
import { placed } from './place';
import { AxisSight } from './sight';
import { clock } from './times';
import {
  following,
  revealing,
  spanOf,
  toTime,
  toX,
  within,
  type Extent,
  type Window,
} from './window';

type Patch = Partial<Omit<Region, 'id' | 'origin'>>;

export abstract class AxisView implements View {
  readonly tools: readonly string[] = [];
  abstract readonly scopes: readonly SurfaceScope[];
  /** What the bar needs below, and the least that may be seen, in pixels and seconds. */
  abstract readonly bottom_px: number;
  abstract readonly shortestWindow: number;
  /** The smallest step of a key, and the shortest range, in seconds. */
  abstract readonly finest: number;
  readonly board: Board;
  readonly sight: AxisSight;
  readonly nudger: Nudger;
  window: Window;
  cursor: number;
  /** Where a range was begun by key and waits for its end. */
  pendingIn: number | null = null;
  /** In screen pixels; null while the pointer is elsewhere. */
  pointer: Press | null = null;
  state: State = idle;
  by: string | null;
  lanes: readonly Lane[] = [];
  layout: Layout;
  ranges: readonly RangeRegion[] = [];
  blocks: readonly Block[] = [];
  readonly #stops: (() => void)[] = [];
  readonly #moved = new Set<() => void>();
  readonly #watchers = new Set<() => void>();

  constructor(
    readonly place: Place,
    readonly extent: Extent,
  ) {
    this.window = extent;
    this.cursor = extent.from;
    this.by = laneAttributes(place.ontology, place.field)[0]?.id ?? null;
    this.lanes = lanesOf(place.ontology, place.field, this.by);
    this.layout = layoutOf(1, 1, this.lanes, 0);
    this.sight = new AxisSight(this);
    this.nudger = new Nudger(this);
    this.board = new Board(
      place.host,
      (layer, ctx) => this.#draw(layer, ctx),
      () => this.relayout(),
    );
  }

  abstract paintMedia(ctx: CanvasRenderingContext2D): void;
  /** Names and numbers left of the medium. */
  abstract paintScales(ctx: CanvasRenderingContext2D): void;
  abstract paintOverview(ctx: CanvasRenderingContext2D): void;
  /** Edges of the medium near a time, e.g. where silence ends. */
  abstract ownEdges(time: number, reach: number): number[];
  /** What a double click on a region does. */
  abstract open(id: string): void;
  protected abstract runOwn(name: string): boolean;
  /** The name of a time, on ruler and readout. */
  abstract nameTime(time: number, step: number): string;
  protected abstract readonly label: string;
  splitContent(_region: RangeRegion, _time: number): [Patch, Patch] {
    return [{}, {}];
  }
  /** What else of a region changes when it is moved or resized. */
  reshapeContent(_region: RangeRegion, _to: Stretch): Patch {
    return {};
  }
  mergeContent(_parts: readonly RangeRegion[]): Patch {
    return {};
  }
  /** How far apart labels of the ruler are, in pixels. */
  get tickRoom(): number {
    return 84;
  }
  /** Seconds from a round moment of the clock to second 0. */
  get tickOrigin(): number {
    return 0;
  }
  nameTick(time: number, step: number): string {
    return this.nameTime(time, step);
  }
  nameStretch(start: number, end: number): string {
    return `${clock(start)} – ${clock(end)}   ${clock(end - start)}`;
  }
  /** Paints into a region's block instead of its text; false when it has nothing to. */
  paintInBlock(_ctx: CanvasRenderingContext2D, _block: Block, _region: RangeRegion): boolean {
    return false;
  }
  /** Painted above everything, under the playhead. */
  paintOver(_ctx: CanvasRenderingContext2D): void {}
  /** The surface's own answer to a press, before regions are asked; true when it was taken. */
  pressed(_at: Press): boolean {
    return false;
  }
  dragged(_at: Press): boolean {
    return false;
  }
  dropped(): boolean {
    return false;
  }

  get limits(): Limits {
    return { ...this.extent, shortest: this.finest };
  }
  get secondsPerPixel(): number {
    return spanOf(this.window) / this.layout.media.width;
  }
  get canMark(): boolean {
    return rangeLabelsOn(this.place.ontology, this.place.field).length > 0;
  }
  get labelToDraw(): string | null {
    const labels = rangeLabelsOn(this.place.ontology, this.place.field);
    const { label } = this.place.session.state;
    return (labels.find(({ id }) => id === label) ?? labels[0])?.id ?? null;
  }
  get drawsInstants(): boolean {
    return findLabel(this.place.ontology, this.labelToDraw ?? '')?.instant === true;
  }
  get selectedStretch(): Stretch | null {
    const id = this.sight.selection.at(-1);
    return id === undefined ? null : this.sight.stretch(id);
  }
  get preview() {
    return previewOf(this.state, this.sight);
  }

  run(command: string): boolean {
    const [family, name = ''] = command.split('.');
    if (command === 'edit.deselect') return this.#letGo();
    if (family !== this.scopes[0]) return false;
    const isDone = this.runOwn(name) || runAct(this, name);
    if (isDone) this.refresh();
    return isDone;
  }
  reveal(id: string): void {
    const region = this.place.document.region(id);
    if (!region || !isRange(region) || region.on !== this.place.field) return;
    const { start, end } = region.geometry;
    this.look(revealing(this.window, { from: start, to: end }, this.extent));
    this.revealed(region);
  }
  protected revealed({ geometry }: RangeRegion): void {
    this.seek(geometry.start);
  }
  anchor(id: string): DOMRect | null {
    const block = this.blocks.find((one) => one.id === id);
    if (!block) return null;
    const { left, top } = this.place.host.getBoundingClientRect();
    const from = Math.max(block.left, this.layout.media.left);
    const to = Math.min(block.right, this.layout.media.left + this.layout.media.width);
    return to < from
      ? null
      : new DOMRect(left + from, top + block.top, to - from, block.bottom - block.top);
  }
  onMoved(moved: () => void): () => void {
    this.#moved.add(moved);
    return () => void this.#moved.delete(moved);
  }
  /** Calls back when anything that a bar shows may have changed. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
  protected told(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
  focus(): void {
    this.place.host.focus({ preventScroll: true });
  }
  close(): void {
    for (const stop of this.#stops) stop();
    this.nudger.close();
    this.board.close();
  }

  /** Once the class below is whole. */
  protected start(): void {
    const { document, session, field } = this.place;
    this.#stops.push(
      document.watch(({ regions }) => {
        if (regions.some(([, before, after]) => (after ?? before)?.on === field)) this.refresh();
      }),
      session.watch(() => this.refresh()),
      listen(this.place.host, hands(this)),
    );
    this.#dress();
    this.board.start();
    this.refresh();
  }
  x(time: number): number {
    return this.layout.media.left + toX(this.window, this.layout.media.width, time);
  }
  time(x: number): number {
    return toTime(this.window, this.layout.media.width, x - this.layout.media.left);
  }
  laneAt(x: number, y: number): Lane | null {
    return this.layout.lanes.find((row) => inside(row, x, y))?.lane ?? null;
  }
  look(window: Window): void {
    this.window = within(window, this.extent);
    this.refresh();
    for (const moved of this.#moved) moved();
  }
  seek(time: number): void {
    this.cursor = Math.max(this.extent.from, Math.min(this.extent.to, time));
    this.board.invalidate('overlay');
    this.told();
  }
  goTo(time: number): void {
    this.seek(time);
    this.look(following(this.window, this.cursor, this.extent));
  }
  /** Lanes by an attribute, or by class. */
  laneBy(by: string | null): void {
    this.by = by;
    this.lanes = lanesOf(this.place.ontology, this.place.field, by);
    this.relayout();
    this.refresh();
  }
  act(effects: readonly Effect[]): void {
    carryOut(this, effects);
  }
  notify(key: string): void {
    notify(this.place.host, key);
  }
  relayout(): void {
    this.layout = layoutOf(this.board.width, this.board.height, this.lanes, this.bottom_px);
    this.#place();
    for (const moved of this.#moved) moved();
  }
  refresh(): void {
    const { document, session, field } = this.place;
    const { hidden } = session.state;
    this.ranges = document
      .regions(field)
      .filter(isRange)
      .filter(({ id }) => !hidden.has(id));
    this.#place();
    this.board.invalidate('base', 'overlay');
    this.told();
  }

  #place(): void {
    this.blocks = placed(this);
  }
  #draw(layer: Layer, ctx: CanvasRenderingContext2D): void {
    if (layer === 'base') paintBase(this, ctx);
    else paintOverlay(this, ctx);
  }
  #letGo(): boolean {
    if (this.state.is === 'idle' && this.pendingIn === null) return false;
    this.state = idle;
    this.pendingIn = null;
    this.board.invalidate('overlay');
    return true;
  }
  #dress(): void {
    const { host, session, field } = this.place;
    host.tabIndex = 0;
    host.setAttribute('role', 'application');
    host.setAttribute('aria-label', this.label);
    Object.assign(host.style, { touchAction: 'none', overflow: 'hidden', userSelect: 'none' });
    const focused = (): void => session.set({ field });
    host.addEventListener('focus', focused);
    this.#stops.push(() => host.removeEventListener('focus', focused));
  }
}
