/** A cloud with its regions: holds what is seen and selected, answers the page, says what to redraw. */
import type { SurfaceScope } from '../../core/commands';
import type { Cuboid, Point, Region, Vector3 } from '../../core/region';
import { notify } from '../notice';
import type { Place, View } from '../surface';
import { fitUnder } from './acts';
import type { Style } from './cast';
import { groundClearance } from './cast';
import { Album } from './album';
import { colourings } from './colourings';
import { runCommand } from './commands';
import { Editor } from './editor';
import { heightsIn, nearest } from './enclosing';
import { Eyes, type Pane } from './eyes';
import { frontCamera, type Source } from './facts';
import { heightAt, level } from './ground';
import { Input } from './input';
import { toolOf, toolsFor } from './kinds';
import { followSelection } from './following';
import { Loader, type FrameCloud } from './loading';
import { Nudger } from './nudge';
import { paint } from './paint';
import { listen } from './pointer';
import { toRuns } from './runs';
import { Scenery } from './scenery';
import { seenAt, type Seen } from './sequence';
import { SpaceStore } from './settings';
import { Stage } from './stage';
import { Tints } from './tinting';
import type { Span2 } from './tracing';
import { anchor, reveal } from './whereabouts';

export class SpaceView implements View {
  readonly scopes: readonly SurfaceScope[] = ['space'];
  readonly store: SpaceStore;
  readonly loader: Loader;
  readonly scenery: Scenery;
  readonly editor: Editor;
  readonly eyes: Eyes;
  readonly stage: Stage;
  readonly nudger: Nudger;
  readonly input: Input;
  readonly album: Album;
  isClosed = false;
  readonly #tints: Tints;
  readonly #stops: (() => void)[] = [];
  readonly #moved = new Set<() => void>();
  #isHome = true;

  constructor(
    readonly place: Place,
    readonly source: Source,
  ) {
    const { facts } = source;
    this.store = new SpaceStore({
      frame: Math.min(place.session.state.frames[place.field] ?? 0, facts.frames - 1),
      camera: frontCamera(facts),
    });
    if (!colourings(facts).includes(this.store.state.colourBy))
      this.store.set({ colourBy: 'height' });
    this.loader = new Loader(
      source,
      (frame, what) => this.#arrived(frame, what),
      (frame, problem) => this.#failed(frame, problem),
    );
    this.scenery = new Scenery(place, this.loader);
    this.editor = new Editor(place);
    this.eyes = new Eyes(facts);
    this.nudger = new Nudger(this);
    this.input = new Input(this);
    this.album = new Album(this.loader, place.t('space.no_picture'), () =>
      this.stage.invalidate('overlay'),
    );
    this.stage = new Stage(place.host, {
      foot: this.eyes.foot,
      panes: () => this.panes(),
      cloud: (frame) => this.loader.cloud(frame),
      style: () => this.#style(),
      size: () => this.store.state.size,
      paint: (ctx) => paint(ctx, this),
      resized: (width, height) => this.#resized(width, height),
    });
    this.#tints = new Tints(this);
    this.#dress();
    this.stage.start();
    this.#watch();
    this.#show(this.store.state.frame);
  }

  get tools(): readonly string[] {
    return toolsFor(this.place);
  }
  get tool(): string {
    return toolOf(this.place, this.tools);
  }
  /** The cloud of the frame one is at. */
  get cloud(): FrameCloud | null {
    return this.loader.cloud(this.store.state.frame);
  }
  get groundLevel(): number {
    const [x, y] = this.centre;
    return heightAt(this.cloud?.ground ?? level(0), x, y);
  }
  /** What one looks at. */
  get centre(): Vector3 {
    return this.eyes.orbit.target;
  }
  get lastSelected(): Region | null {
    const { document, session, field } = this.place;
    const region = document.region(session.state.selection.at(-1) ?? '');
    return region?.on === field ? region : null;
  }
  /** Points that are shown, and so can be pointed at. */
  readonly isShown = (i: number): boolean =>
    !this.store.state.hidesGround || (this.cloud?.above[i] ?? 0) >= groundClearance;
  /** What stands in a footprint, from the ground to its top. */
  readonly column = (footprint: Cuboid): Span2 => {
    const [x, y] = footprint.center;
    const low = this.cloud ? heightAt(this.cloud.ground, x, y) : this.groundLevel;
    const found = this.cloud && heightsIn(this.cloud, footprint, low + 0.25, low + 4.5);
    return { low, high: found ? found.high : low + this.editor.typical()[2] };
  };

  panes(): Pane[] {
    const { frame, camera, mode, slice } = this.store.state;
    const region = this.lastSelected;
    if (mode === 'grid' && region)
      return this.eyes.cells(frame, (at) => seenAt(region, at)?.cuboid ?? null, slice);
    return this.eyes.panes(frame, this.scenery.selected(frame)?.cuboid ?? null, camera, slice);
  }
  /** The same pane as it is now: its camera may have moved since. */
  pane(before: Pane): Pane | null {
    const { x, y } = before.rect;
    return this.panes().find(({ rect }) => rect.x === x && rect.y === y) ?? null;
  }
  selectedIn(pane: Pane): Seen | null {
    return this.scenery.selected(pane.frame);
  }
  run(command: string): boolean {
    const isDone = runCommand(this, command);
    if (isDone) this.stage.invalidate('points');
    return isDone;
  }
  reveal(id: string): void {
    reveal(this, id);
  }
  anchor(id: string): DOMRect | null {
    return anchor(this, id);
  }
  onMoved(moved: () => void): () => void {
    this.#moved.add(moved);
    return () => void this.#moved.delete(moved);
  }
  focus(): void {
    this.place.host.focus({ preventScroll: true });
  }
  close(): void {
    this.isClosed = true;
    for (const stop of this.#stops) stop();
    this.nudger.close();
    this.loader.close();
    this.stage.close();
  }

  /** Moves a camera. */
  look(move: (eyes: Eyes) => unknown): void {
    move(this.eyes);
    this.#isHome = false;
    this.looked();
  }
  looked(): void {
    this.#isHome = false;
    this.stage.invalidate('points');
    for (const moved of this.#moved) moved();
  }
  focusSelected(): void {
    const seen = this.scenery.selected(this.store.state.frame);
    if (seen) this.look((eyes) => eyes.focus(seen.cuboid));
  }
  hasFrame(frame: number): boolean {
    return frame >= 0 && frame < this.source.facts.frames;
  }
  goTo(frame: number): boolean {
    if (!this.hasFrame(frame)) return false;
    const { session, field } = this.place;
    this.store.set({ frame });
    if (session.state.frames[field] !== frame)
      session.set({ frames: { ...session.state.frames, [field]: frame } });
    return true;
  }
  fitAt(pane: Pane, at: Point): void {
    void fitUnder(this, pane, at);
  }
  labelPoints(indices: readonly number[], isErasing: boolean): void {
    if (this.cloud && !this.cloud.isComplete) notify(this.place.host, 'space.notice.loading');
    else this.editor.labelPoints(indices, this.store.state.frame, isErasing);
    this.#tints.refresh();
  }
  showBrushed(indices: ReadonlySet<number>, isErasing: boolean): void {
    this.#tints.preview(toRuns(indices), isErasing);
  }
  /** The points region that holds the point under the pointer. */
  pointRegionUnder(pane: Pane, at: Point): Region | null {
    return this.#tints.regionUnder(pane, at);
  }
  nearestPoint(pane: Pane, at: Point): Vector3 | null {
    return pane.sight && this.cloud && nearest(pane.sight, this.cloud, at, 12, this.isShown);
  }
  /** Escape while something is being drawn: it was not. */
  cancel(): boolean {
    const was = this.input.drop();
    if (was) this.#tints.refresh();
    this.stage.invalidate('overlay');
    return was;
  }
  complain(problem: unknown): void {
    const detail = problem instanceof Error ? problem.message : String(problem);
    notify(this.place.host, 'space.notice.refused', { detail });
  }

  #style(): Style {
    const { colourBy, size, hidesGround } = this.store.state;
    const intensity = this.source.facts.intensity ?? [0, 1];
    const { min, max } = this.source.facts.sequence[this.store.state.frame] ?? {};
    const tall = min && max ? Math.min(Math.max(max[2] - min[2], 0.5), 4) : 4;
    return { colourBy, size, hidesGround, intensity, heights: [-0.2, tall] };
  }
  #watch(): void {
    const { document, session, host, field } = this.place;
    this.#stops.push(
      document.watch(({ regions }) => {
        if (!regions.length) return;
        this.#tints.refresh();
        this.stage.invalidate('points');
        for (const moved of this.#moved) moved();
      }),
      session.watch((state, changed) => {
        if (changed.has('selection')) followSelection(this);
        if (changed.has('hidden') || changed.has('selection')) this.#tints.refresh();
        if (changed.has('frames')) this.goTo(state.frames[field] ?? this.store.state.frame);
        this.stage.invalidate('points');
      }),
      this.store.watch((changed) => {
        if (changed.has('frame')) this.#show(this.store.state.frame);
        if (changed.has('frame') || changed.has('colourBy')) this.#tints.refresh();
        const isLook = ['size', 'hidesGround', 'colourBy', 'mode', 'slice'] as const;
        const isAnew = isLook.some((key) => changed.has(key));
        this.stage.invalidate(isAnew ? 'restart' : 'points');
        for (const moved of this.#moved) moved();
      }),
      listen(host, this.input),
    );
  }
  #show(frame: number): void {
    const { facts } = this.source;
    const cloud = this.loader.cloud(frame);
    this.store.set({
      fault: facts.sequence[frame]?.fault ?? null,
      loaded: cloud?.count ?? 0,
      total: cloud?.total ?? 0,
    });
    this.stage.cast.keep(this.loader.clouds);
    // The next one is there before it is asked for.
    if (cloud?.isComplete && this.hasFrame(frame + 1)) this.loader.cloud(frame + 1);
    this.stage.invalidate('points');
  }
  #arrived(frame: number, what: 'points' | 'ground'): void {
    if (this.isClosed) return;
    const cloud = this.loader.cloud(frame);
    if (what === 'ground' && cloud) this.stage.cast.stood(cloud);
    if (frame === this.store.state.frame) this.#show(frame);
    this.#tints.refresh();
    this.stage.invalidate(what === 'ground' ? 'restart' : 'points');
  }
  #failed(frame: number, problem: unknown): void {
    if (this.isClosed || frame !== this.store.state.frame) return;
    this.store.set({ fault: problem instanceof Error ? problem.message : String(problem) });
  }
  #resized(width: number, height: number): void {
    this.eyes.size = { width, height };
    if (this.#isHome) this.eyes.home();
    for (const moved of this.#moved) moved();
  }
  #dress(): void {
    const { host, session, field, t } = this.place;
    host.tabIndex = 0;
    host.setAttribute('role', 'application');
    host.setAttribute('aria-label', t('space.label', { field }));
    Object.assign(host.style, { touchAction: 'none', overflow: 'hidden', userSelect: 'none' });
    if (getComputedStyle(host).position === 'static') host.style.position = 'relative';
    const focused = (): void => session.set({ field });
    host.addEventListener('focus', focused);
    this.#stops.push(() => host.removeEventListener('focus', focused));
  }
}
