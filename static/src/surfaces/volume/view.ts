/** A volume on three planes, linked by a cursor: which slices, which window, who gets the keys. */
import type { SurfaceScope } from '../../core/commands';
import { boundsOf } from '../../core/geometry';
import type { PlaneGeometry, SlicePlane, Vector3 } from '../../core/region';
import type { Media, Place, View } from '../surface';
import { runVolume } from './commands';
import { axesOf, clampIndex, planes, type Axis, type Grid, type Window } from './grid';
import { listenOver } from './hands';
import { isOnSlice, isVolumeMask, isVoxelBox, sidesOf } from './onSlice';
import { Pane, type Volume } from './pane';
import { coloursFor, reachAround, usualReach, type Reach } from './reach';
import { setVolume, volumeSettings } from './settings';
import { SliceStore } from './slices';
import { greysFor } from './windowing';

const reaching: ReadonlySet<string> = new Set(['threshold', 'grow']);

export class VolumeView implements View, Volume {
  readonly scopes: readonly SurfaceScope[] = ['volume', 'plane'];
  readonly store: SliceStore;
  readonly panes: readonly Pane[];
  cursor: Vector3;
  time = 0;
  window: Window;
  isInverted: boolean;
  colours: Uint32Array;
  /** What the threshold brush paints and growing follows; in the file's unit. */
  reach: Reach;
  #active: Pane;
  readonly #root = document.createElement('div');
  readonly #watchers = new Set<() => void>();
  readonly #stops: (() => void)[] = [];
  #frame = 0;

  constructor(
    readonly place: Place,
    readonly grid: Grid,
    private readonly media: Media,
    store = new SliceStore(media, grid),
  ) {
    this.store = store;
    const [x, y, z] = grid.size;
    this.cursor = [Math.floor(x / 2), Math.floor(y / 2), Math.floor(z / 2)];
    this.window = grid.window;
    this.isInverted = grid.isInverted;
    this.reach = usualReach(grid);
    this.colours = this.#coloured();
    this.#root.className = 'volume-surface';
    place.host.append(this.#root);
    // A single slice has no other planes.
    const shown = z > 1 ? planes : (['axial'] as const);
    this.panes = shown.map((plane) => new Pane(plane, this, this.#root));
    this.#active = this.main;
    for (const pane of this.panes) this.#stops.push(listenOver(this, pane));
    this.#stops.push(
      place.session.watch((_, changed) => {
        if (changed.has('tool')) this.#recolour();
      }),
    );
    this.#arrange();
    for (const pane of this.panes) void pane.update();
  }

  get base(): string {
    return this.media.base ?? '';
  }
  /** Whether a tool is in hand that goes by values. */
  get isReaching(): boolean {
    return reaching.has(this.place.session.state.tool);
  }
  get main(): Pane {
    const { main } = volumeSettings();
    return this.panes.find(({ plane }) => plane === main) ?? this.panes[0]!;
  }
  get active(): Pane {
    return this.#active;
  }
  get hasLines(): boolean {
    return volumeSettings().hasLines && this.panes.length > 1;
  }
  get isSingle(): boolean {
    return volumeSettings().isSingle || this.panes.length === 1;
  }
  get tools(): readonly string[] {
    const { tools } = this.active.view;
    const own = this.panes.length > 1 ? ['cursor', 'window'] : ['window'];
    return [...tools, ...(tools.includes('threshold') ? ['grow'] : []), ...own];
  }
  /** Calls back when the bar has something else to show. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  run(command: string): boolean {
    return runVolume(this, command);
  }
  focus(): void {
    this.active.view.focus();
  }
  onMoved(moved: () => void): () => void {
    const stops = this.panes.map(({ view }) => view.onMoved(moved));
    this.#watchers.add(moved);
    return () => {
      for (const stop of stops) stop();
      this.#watchers.delete(moved);
    };
  }
  /** The cursor goes to the region's middle; an outline is shown on its own plane. */
  reveal(id: string): void {
    const geometry = this.place.document.region(id)?.geometry;
    const middle = geometry && middleOf(geometry, this.cursor);
    if (!geometry || !middle) return;
    const own = isOnSlice(geometry) ? this.#paneOf(geometry.plane) : null;
    if (own && own !== this.active) this.activate(own);
    if (own && this.isSingle) this.enlarge(own.plane);
    this.moveCursor(middle);
    const pane = own ?? this.active;
    void pane.update().then(() => pane.view.reveal(id));
  }
  anchor(id: string): DOMRect | null {
    const shown = this.panes.filter((pane) => !this.isSingle || pane === this.main);
    const first = shown.toSorted((a) => (a === this.active ? -1 : 0));
    for (const { view } of first) {
      const found = view.anchor(id);
      if (found) return found;
    }
    return null;
  }
  close(): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
    for (const pane of this.panes) pane.close();
    this.store.close();
    this.place.host.replaceChildren();
  }

  moveCursor(to: Vector3): void {
    const next = to.map((at, axis) => clampIndex(this.grid, axis as Axis, at));
    if (next.every((at, axis) => at === this.cursor[axis])) return;
    // A shape that is being drawn belongs to its slice.
    const moves = this.panes.filter(({ plane }) => {
      const { w } = axesOf[plane];
      return next[w] !== this.cursor[w];
    });
    if (moves.some(({ view }) => view.desk.isBusy)) return;
    this.cursor = next as unknown as Vector3;
    for (const pane of this.panes) {
      if (moves.includes(pane)) void pane.update();
      else pane.drawLines();
    }
    this.#changed();
  }
  /** Goes on by slices of a plane. */
  step(by: number, plane: SlicePlane = this.active.plane): void {
    const { w } = axesOf[plane];
    this.moveCursor(this.cursor.with(w, this.cursor[w] + by) as unknown as Vector3);
  }
  setTime(time: number): void {
    this.time = Math.max(0, Math.min(this.grid.times - 1, time));
    for (const pane of this.panes) void pane.update();
    this.#changed();
  }
  setWindow(window: Window, isInverted = this.isInverted): void {
    this.window = window;
    this.isInverted = isInverted;
    this.#recolour();
  }
  setReach(reach: Reach): void {
    this.reach = { low: Math.min(reach.low, reach.high), high: Math.max(reach.low, reach.high) };
    this.#recolour();
  }
  /** The range of what looks like a voxel of the plane in use. */
  reachLike(voxel: Vector3): void {
    const { slice } = this.active.backdrop;
    const { u, v } = axesOf[this.active.plane];
    if (slice) this.setReach(reachAround(slice, voxel[u], voxel[v], this.grid));
  }
  storedAt(voxel: Vector3): number | null {
    return this.active.storedAt(voxel);
  }
  activate(pane: Pane): void {
    if (pane === this.#active) return;
    this.#active = pane;
    this.#arrange();
  }
  enlarge(plane: SlicePlane): void {
    setVolume({ main: plane });
    this.#active = this.main;
    this.#arrange();
    this.focus();
  }
  showAll(isAll: boolean): void {
    setVolume({ isSingle: !isAll });
    if (!isAll) this.#active = this.main;
    this.#arrange();
  }
  showLines(hasLines: boolean): void {
    setVolume({ hasLines });
    for (const pane of this.panes) pane.drawLines();
    this.#changed();
  }

  #coloured(): Uint32Array {
    const greys = greysFor(this.grid, this.window, this.isInverted);
    return coloursFor(greys, this.grid, this.isReaching ? this.reach : null);
  }
  /** A drag says it more often than the screen can show it. */
  #recolour(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.colours = this.#coloured();
      for (const pane of this.panes) pane.repaint();
    });
    this.#changed();
  }
  #paneOf(plane: SlicePlane): Pane | null {
    return this.panes.find((pane) => pane.plane === plane) ?? null;
  }
  #arrange(): void {
    const { main } = this;
    this.#root.classList.toggle('single', this.isSingle);
    for (const pane of this.panes) {
      pane.root.classList.toggle('main', pane === main);
      pane.root.classList.toggle('active', pane === this.active && this.panes.length > 1);
    }
    this.#changed();
  }
  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

/** The voxel in the middle of a region; along what it does not say, where the cursor is. */
function middleOf(g: object, cursor: Vector3): Vector3 | null {
  const geometry = g as Parameters<typeof isVolumeMask>[0];
  if (isVoxelBox(geometry))
    return sidesOf(geometry).map(([at, size]) =>
      Math.floor(at + (size - 1e-6) / 2),
    ) as unknown as Vector3;
  if (isVolumeMask(geometry)) {
    const slices = Object.keys(geometry.slices).map(Number);
    const z = slices.toSorted((a, b) => a - b)[Math.floor(slices.length / 2)] ?? 0;
    const [x0, y0, x1, y1] = boundsOf(geometry.slices[z]!);
    return [Math.floor((x0 + x1) / 2), Math.floor((y0 + y1) / 2), z];
  }
  if (!isOnSlice(geometry)) return null;
  const { u, v, w } = axesOf[geometry.plane];
  const [x0, y0, x1, y1] = boundsOf(geometry as PlaneGeometry);
  const middle = [...cursor] as [number, number, number];
  middle[u] = Math.floor((x0 + x1) / 2);
  middle[v] = Math.floor((y0 + y1) / 2);
  middle[w] = geometry.slice;
  return middle;
}
