/** One plane of a volume: its slice with regions, the cursor's lines, letters and slider. */
import type { Point, SlicePlane, Vector3 } from '../../core/region';
import { toImage, toScreen } from '../plane/camera';
import { run, type Running } from '../plane/tools';
import { choosyBrush } from '../plane/tools/brush';
import { PlaneView } from '../plane/view';
import type { Place } from '../surface';
import { SliceBackdrop } from './backdrop';
import { axesOf, clampIndex, edgesOf, placeOf, shownSize, stretchOf, type Grid } from './grid';
import { SliceMarks } from './marks';
import { holds, type Reach } from './reach';
import type { SliceStore } from './slices';

/** What a plane asks of the volume. */
export interface Volume {
  readonly place: Place;
  readonly grid: Grid;
  readonly store: SliceStore;
  readonly colours: Uint32Array;
  readonly reach: Reach;
  readonly time: number;
  readonly cursor: Vector3;
  readonly hasLines: boolean;
  moveCursor(to: Vector3): void;
  enlarge(plane: SlicePlane): void;
}

const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  name: string,
  into: HTMLElement,
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  element.className = name;
  into.append(element);
  return element;
};

export class Pane {
  readonly root: HTMLElement;
  readonly view: PlaneView;
  readonly backdrop: SliceBackdrop;
  /** The slice on the screen; the one asked for is the cursor's. */
  shown: number;
  readonly #host: HTMLElement;
  readonly #across: HTMLElement;
  readonly #down: HTMLElement;
  readonly #name: HTMLButtonElement;
  readonly #reading: HTMLElement;
  readonly #slider: HTMLInputElement;
  readonly #problem: HTMLElement;
  #by: 1 | -1 = 1;

  constructor(
    readonly plane: SlicePlane,
    private readonly volume: Volume,
    parent: HTMLElement,
  ) {
    const { place, grid } = volume;
    const { t } = place;
    this.root = make('div', 'volume-pane', parent);
    this.root.dataset.plane = plane;
    this.#host = make('div', 'volume-host', this.root);
    this.#across = make('i', 'volume-line across', this.root);
    this.#down = make('i', 'volume-line down', this.root);
    this.#letters();
    this.#name = make('button', 'volume-name', this.root);
    this.#name.type = 'button';
    this.#name.title = t('volume.enlarge', { plane: t(`volume.planes.${plane}`) });
    this.#name.addEventListener('click', () => volume.enlarge(plane));
    this.#reading = make('div', 'volume-reading num', this.root);
    this.#problem = make('p', 'volume-problem', this.root);
    this.#problem.setAttribute('role', 'alert');
    this.#problem.hidden = true;
    this.shown = volume.cursor[axesOf[plane].w];
    this.#slider = this.#slide();
    this.backdrop = new SliceBackdrop(shownSize(grid, plane));
    const marks = new SliceMarks(place, grid, () => ({ plane, slice: this.shown }));
    const brush = this.#thresholdBrush();
    this.view = new PlaneView({ ...place, host: this.#host }, this.backdrop, marks, true, [brush]);
    this.#host.setAttribute(
      'aria-label',
      t('volume.label', { field: place.field, plane: t(`volume.planes.${plane}`) }),
    );
    this.view.onMoved(() => this.drawLines());
    this.#host.addEventListener('pointermove', (event) => this.#read(this.at(event)));
    this.#host.addEventListener('pointerleave', () => this.#read(null));
  }

  get wanted(): number {
    return this.volume.cursor[axesOf[this.plane].w];
  }
  /** Where an event is, in units of the shown slice. */
  at(event: MouseEvent): Point {
    const { left, top } = this.#host.getBoundingClientRect();
    return toImage(this.view.camera, [event.clientX - left, event.clientY - top]);
  }
  /** The voxel under a point of the shown slice; null beside it. */
  voxel([x, y]: Point): Vector3 | null {
    const { u, v, w } = axesOf[this.plane];
    const { size } = this.volume.grid;
    const [su, sv] = stretchOf(this.volume.grid, this.plane);
    const found: [number, number, number] = [0, 0, 0];
    found[u] = Math.floor(x / su);
    found[v] = Math.floor(y / sv);
    found[w] = this.shown;
    return found.every((index, axis) => index >= 0 && index < size[axis]!) ? found : null;
  }

  /** The stored value of a voxel of the shown slice; null while there is none. */
  storedAt(voxel: Vector3): number | null {
    const { u, v } = axesOf[this.plane];
    const { slice } = this.backdrop;
    return slice?.values[voxel[v] * slice.width + voxel[u]] ?? null;
  }

  /** Brings the cursor's slice; until it is here the last one stays, with its own marks. */
  async update(): Promise<void> {
    const { store, time } = this.volume;
    const slice = this.wanted;
    this.#slider.value = String(slice);
    this.#slider.setAttribute('aria-valuetext', this.#words(slice));
    if (slice !== this.shown) this.#by = slice > this.shown ? 1 : -1;
    const here = store.peek(this.plane, slice, time);
    if (!here)
      try {
        await store.load(this.plane, slice, time);
      } catch (problem) {
        if (this.wanted === slice && !(problem instanceof DOMException)) this.#tell(problem);
        return;
      }
    // Somebody may have gone on meanwhile; the last one asked for wins.
    const loaded = store.peek(this.plane, slice, time);
    if (!loaded || this.wanted !== slice || this.volume.time !== time) return;
    this.#problem.hidden = true;
    this.shown = slice;
    this.#name.textContent = this.#words(slice);
    this.backdrop.show(loaded, this.volume.colours);
    this.view.refresh();
    this.drawLines();
    store.expect(this.plane, slice, this.#by, time);
  }
  /** The same slice through another window. */
  repaint(): void {
    if (this.backdrop.slice) this.backdrop.show(this.backdrop.slice, this.volume.colours);
    this.view.stage.invalidate('base');
  }
  /** The other two planes, where they cut this one. */
  drawLines(): void {
    const { grid, cursor, hasLines } = this.volume;
    const { u, v } = axesOf[this.plane];
    const [su, sv] = stretchOf(grid, this.plane);
    const at: Point = [(cursor[u] + 0.5) * su, (cursor[v] + 0.5) * sv];
    const [x, y] = toScreen(this.view.camera, at);
    this.#across.style.transform = `translateY(${Math.round(y)}px)`;
    this.#down.style.transform = `translateX(${Math.round(x)}px)`;
    this.#across.hidden = this.#down.hidden = !hasLines;
  }
  close(): void {
    this.view.close();
    this.root.remove();
  }

  #thresholdBrush(): Running {
    const { volume } = this;
    return run(
      choosyBrush('threshold', (x, y) => {
        const voxel = this.voxel([x, y]);
        const stored = voxel && this.storedAt(voxel);
        return stored !== null && holds(volume.reach, volume.grid)(stored);
      }),
    );
  }
  #words(slice: number): string {
    const { grid, place } = this.volume;
    const count = grid.size[axesOf[this.plane].w];
    return place.t('volume.slice', {
      plane: place.t(`volume.planes.${this.plane}`),
      at: slice + 1,
      count,
    });
  }
  #letters(): void {
    if (!this.volume.grid.isPlaced) return;
    edgesOf[this.plane].forEach((letter, i) => {
      const edge = make(
        'span',
        `volume-letter ${['left', 'right', 'top', 'bottom'][i]}`,
        this.root,
      );
      edge.textContent = letter;
      edge.title = this.volume.place.t(`volume.edges.${letter}`);
    });
  }
  #slide(): HTMLInputElement {
    const { grid, place } = this.volume;
    const { w } = axesOf[this.plane];
    const slider = make('input', 'volume-slider', this.root);
    Object.assign(slider, { type: 'range', min: '0', max: String(grid.size[w] - 1), step: '1' });
    slider.hidden = grid.size[w] < 2;
    slider.setAttribute(
      'aria-label',
      place.t('volume.slider', { plane: place.t(`volume.planes.${this.plane}`) }),
    );
    slider.addEventListener('input', () => {
      const to = [...this.volume.cursor] as [number, number, number];
      to[w] = clampIndex(grid, w, Number(slider.value));
      this.volume.moveCursor(to);
    });
    return slider;
  }
  #tell(problem: unknown): void {
    this.#problem.textContent = problem instanceof Error ? problem.message : String(problem);
    this.#problem.hidden = false;
  }
  /** Where the pointer is in the patient, and the value there. */
  #read(at: Point | null): void {
    const voxel = at && this.voxel(at);
    this.#reading.textContent = voxel ? this.#reads(voxel) : '';
  }
  #reads(voxel: Vector3): string {
    const { grid } = this.volume;
    const stored = this.storedAt(voxel) ?? 0;
    const value = stored * grid.slope + grid.intercept;
    const digits = Number.isInteger(value) ? 0 : 3;
    const place = placeOf(grid, voxel);
    const words = place
      ? place.map((mm, i) => `${(mm < 0 ? 'RAI' : 'LPS')[i]} ${Math.abs(mm).toFixed(1)}`)
      : voxel.map(String);
    return `${words.join('  ')}${place ? ' mm' : ''}   ${value.toFixed(digits)} ${grid.unit}`;
  }
}
