/** A map: tiles under the plane's regions, places on the earth, a scale and an overview. */
import type { SurfaceScope } from '../../core/commands';
import type { Point } from '../../core/region';
import { centred, toImage } from '../plane/camera';
import { PlaneView } from '../plane/view';
import { notify } from '../notice';
import type { Media, Place, View } from '../surface';
import { TileBackdrop } from './backdrop';
import { lengthText, lonLatOf, pixelSize, roundLength } from './lattice';
import { mapMarks } from './marks';
import { Overview } from './overview';
import { worldOf, type Raster } from './raster';
import { TileStore } from './tiles';

export const stretches = ['auto', 'full', 'percent', 'deviation'] as const;
export type Stretch = (typeof stretches)[number];
export interface Look {
  /** For red, green and blue, from 1. */
  readonly bands: readonly number[];
  readonly stretch: Stretch;
  readonly gamma: number;
}
const barPx = 120;

export class MapView implements View {
  readonly scopes: readonly SurfaceScope[] = ['map', 'plane'];
  readonly plane: PlaneView;
  readonly #store: TileStore;
  readonly #overview: Overview;
  readonly #reading = document.createElement('div');
  readonly #bar = document.createElement('div');
  readonly #problem = document.createElement('p');
  readonly #watchers = new Set<() => void>();
  readonly #screen = document.createElement('div');
  look: Look;

  constructor(
    readonly place: Place,
    readonly raster: Raster,
    media: Media,
  ) {
    const { host, t, field } = place;
    this.look = { bands: raster.shown, stretch: 'auto', gamma: 1 };
    this.#store = new TileStore(
      raster.base,
      () => this.#came(),
      (problem) => this.#tell(problem),
    );
    this.#screen.className = 'map-screen';
    host.append(this.#screen);
    const marks = mapMarks(place, raster.lattice, raster);
    const backdrop = new TileBackdrop(raster, this.#store);
    this.plane = new PlaneView({ ...place, host: this.#screen }, backdrop, marks);
    this.#screen.setAttribute('aria-label', t('map.label', { field }));
    this.#overview = new Overview(media.thumbnail ?? '', raster, t('map.overview'), (to) =>
      this.goTo(to),
    );
    this.#reading.className = 'map-reading num';
    this.#bar.className = 'map-scale num';
    this.#problem.className = 'map-problem';
    this.#problem.setAttribute('role', 'alert');
    this.#problem.hidden = true;
    host.append(this.#overview.root, this.#bar, this.#reading, this.#problem);
    this.plane.onMoved(() => this.#moved());
    this.#screen.addEventListener('pointermove', (event) => this.#read(this.#at(event)));
    this.#screen.addEventListener('pointerleave', () => this.#read(null));
    this.#moved();
  }

  get tools(): readonly string[] {
    return this.plane.tools;
  }
  get hasOverview(): boolean {
    return !this.#overview.root.hidden;
  }
  /** Calls back when the bar has something else to show. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }
  run(command: string): boolean {
    return this.#own(command) || this.plane.run(command);
  }
  reveal(id: string): void {
    this.plane.reveal(id);
  }
  anchor(id: string): DOMRect | null {
    return this.plane.anchor(id);
  }
  onMoved(moved: () => void): () => void {
    return this.plane.onMoved(moved);
  }
  focus(): void {
    this.plane.focus();
  }
  close(): void {
    this.plane.close();
    this.#store.close();
    this.place.host.replaceChildren();
  }

  setLook(look: Partial<Look>): void {
    this.look = { ...this.look, ...look };
    const [red, green, blue] = this.look.bands;
    const bands = `&red=${red}&green=${green}&blue=${blue}`;
    this.#store.setLook(`${bands}&stretch=${this.look.stretch}&gamma=${this.look.gamma}`);
    this.plane.stage.invalidate('base');
    this.#changed();
  }
  goTo(to: Point): void {
    const { camera, stage } = this.plane;
    this.plane.look(centred(to, camera.scale, stage.size));
  }
  /** Of a place, in all the ways one may write it down. */
  words(at: Point): string[] {
    const { raster } = this;
    const pixels = `${at[0].toFixed(1)}, ${at[1].toFixed(1)} px`;
    const world = raster.crs && worldOf(raster, at);
    if (!world || !raster.lattice || !raster.crs) return [pixels];
    const [lon, lat] = lonLatOf(raster.lattice, raster, at);
    const digits = raster.crs.is_geographic ? 6 : 1;
    const name = raster.crs.epsg ? `EPSG:${raster.crs.epsg}` : raster.crs.name;
    return [
      pixels,
      `${world[0].toFixed(digits)}, ${world[1].toFixed(digits)} (${name})`,
      `${Math.abs(lat).toFixed(6)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(6)}° ${lon < 0 ? 'W' : 'E'}`,
    ];
  }

  #own(command: string): boolean {
    switch (command) {
      case 'map.overview':
        this.#overview.root.hidden = !this.#overview.root.hidden;
        this.#changed();
        return true;
      case 'map.stretch': {
        const next = (stretches.indexOf(this.look.stretch) + 1) % stretches.length;
        this.setLook({ stretch: stretches[next]! });
        return true;
      }
      case 'map.copy': {
        const at = this.plane.pointer ? toImage(this.plane.camera, this.plane.pointer) : null;
        void navigator.clipboard?.writeText(this.words(at ?? this.plane.centre).join('\t'));
        notify(this.place.host, 'map.copied');
        return true;
      }
      default:
        return this.#pan(command);
    }
  }
  /** Arrow keys nudge while something is selected; else they travel. */
  #pan(command: string): boolean {
    const by = { 'map.left': [1, 0], 'map.right': [-1, 0], 'map.up': [0, 1], 'map.down': [0, -1] }[
      command
    ];
    const { selection } = this.place.session.state;
    const isHeld = selection.some((id) => this.place.document.region(id)?.on === this.place.field);
    if (!by || isHeld) return false;
    this.plane.panBy(by[0]! * 96, by[1]! * 96);
    return true;
  }
  #at(event: MouseEvent): Point {
    const { left, top } = this.#screen.getBoundingClientRect();
    return toImage(this.plane.camera, [event.clientX - left, event.clientY - top]);
  }
  #read(at: Point | null): void {
    const { width, height } = this.raster;
    const isOn = at && at[0] >= 0 && at[1] >= 0 && at[0] <= width && at[1] <= height;
    this.#reading.textContent = isOn ? this.words(at).join('   ') : '';
  }
  #moved(): void {
    const { camera, stage, centre } = this.plane;
    const [right, bottom] = toImage(camera, [stage.size.width, stage.size.height]);
    this.#overview.show([
      Math.max(0, camera.x),
      Math.max(0, camera.y),
      Math.min(this.raster.width, right),
      Math.min(this.raster.height, bottom),
    ]);
    this.#scaleBar(centre);
  }
  /** As long as a round number of metres here, or of pixels where the place is not known. */
  #scaleBar(centre: Point): void {
    const { raster } = this;
    const { scale } = this.plane.camera;
    const size = raster.lattice ? pixelSize(raster.lattice, raster, centre)[0] : 1;
    const length = roundLength((barPx / scale) * size);
    this.#bar.style.width = `${(length / size) * scale}px`;
    this.#bar.textContent = raster.lattice ? lengthText(length) : `${length} px`;
  }
  #came(): void {
    this.#problem.hidden = true;
    this.plane.stage.invalidate('base');
  }
  #tell(problem: string): void {
    this.#problem.textContent = problem;
    this.#problem.hidden = false;
  }
  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
