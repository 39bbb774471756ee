/** A picture with its regions: holds the camera, answers the page, decides what is drawn when. */
import type { SurfaceScope } from '../../core/commands';
import { boundsOf } from '../../core/geometry';
import type { Bounds } from '../../core/geometry/point';
import type { Point } from '../../core/region';
import type { Place, View } from '../surface';
import type { Backdrop } from './backdrop';
import {
  centred,
  fit,
  isInSight,
  keepInSight,
  panBy,
  smallestScale,
  toImage,
  toScreen,
  zoomAt,
  type Camera,
  type Size,
} from './camera';
import { runCommand } from './commands';
import { Desk } from './desk';
import { toolsFor } from './kinds';
import { looks } from './look';
import { regionMarks, type Marks, type PlanePlace } from './marks';
import { Nudger } from './nudge';
import { Picture } from './picture';
import { listen } from './pointer';
import { hands } from './hands';
import { Scene } from './scene';
import { PlaneSight } from './sight';
import { Stage } from './stage';
import type { Running } from './tools';

const margin = 24;

export class PlaneView implements View {
  readonly scopes: readonly SurfaceScope[] = ['plane'];
  readonly place: PlanePlace;
  readonly image: Size;
  readonly scene: Scene;
  readonly sight: PlaneSight;
  readonly desk: Desk;
  readonly stage: Stage;
  readonly nudger: Nudger;
  camera: Camera = { x: 0, y: 0, scale: 1 };
  /** In screen pixels; null while the pointer is elsewhere. */
  pointer: Point | null = null;
  readonly #picture: Picture;
  readonly #stops: (() => void)[] = [];
  readonly #moved = new Set<() => void>();
  /** Until the person moves the camera, the picture fits the view whatever its size. */
  #isFitted = true;

  constructor(
    given: Place,
    readonly backdrop: Backdrop,
    marks: Marks = regionMarks(given),
    readonly spacePans = true,
    extra: readonly Running[] = [],
  ) {
    const place = (this.place = { ...given, marks });
    const { document, session, ontology, host } = place;
    this.image = backdrop.size;
    const lookOf = looks(ontology);
    this.scene = new Scene((region) => marks.dress(region, lookOf(region)));
    this.scene.set(marks.all(), session.state.hidden);
    const scale = (): number => this.camera.scale;
    this.sight = new PlaneSight(place, this.scene, this.image, scale);
    this.desk = new Desk(place, this.sight, extra);
    this.nudger = new Nudger(place, this.image, scale);
    this.#picture = new Picture(this);
    this.stage = new Stage(
      host,
      (layer) => this.#picture.draw(layer),
      () => this.#resized(),
    );
    this.#dress();
    this.stage.start();
    this.#stops.push(
      document.watch(({ regions }) => {
        if (!regions.length) return;
        this.refresh();
      }),
      session.watch((state, changed) => {
        if (changed.has('hidden')) this.scene.set(marks.all(), state.hidden);
        if (changed.has('hidden') || changed.has('selection')) this.stage.invalidate('base');
        if (changed.has('tool')) this.showCursor();
        if (changed.size > 1 || !changed.has('zoom')) this.stage.invalidate('overlay');
      }),
      listen(host, hands(this)),
    );
  }

  get tools(): readonly string[] {
    return toolsFor(this.place, this.desk.tools);
  }
  /** The image point in the middle of the view. */
  get centre(): Point {
    const { width, height } = this.stage.size;
    return toImage(this.camera, [width / 2, height / 2]);
  }
  /** A sixth of what is seen of the image. */
  get seedSize(): number {
    const seen = Math.min(this.stage.size.width, this.stage.size.height) / this.camera.scale;
    return Math.min(seen, this.image.width, this.image.height) / 6;
  }

  /** The picture, or what there is on it, has changed. */
  refresh(): void {
    this.scene.set(this.place.marks.all(), this.place.session.state.hidden);
    this.stage.invalidate('base', 'overlay');
  }
  run(command: string): boolean {
    const isDone = runCommand(this, command);
    if (isDone) this.stage.invalidate('overlay');
    return isDone;
  }
  reveal(id: string): void {
    const bounds = this.#bounds([id]);
    if (!bounds || isInSight(bounds, this.camera, this.stage.size)) return;
    const [x0, y0, x1, y1] = bounds;
    this.look(centred([(x0 + x1) / 2, (y0 + y1) / 2], this.camera.scale, this.stage.size));
  }
  anchor(id: string): DOMRect | null {
    const bounds = this.#bounds([id]);
    if (!bounds || this.place.session.state.hidden.has(id)) return null;
    if (!isInSight(bounds, this.camera, this.stage.size)) return null;
    const { left, top } = this.place.host.getBoundingClientRect();
    const [x, y] = toScreen(this.camera, [bounds[0], bounds[1]]);
    const [right, bottom] = toScreen(this.camera, [bounds[2], bounds[3]]);
    return new DOMRect(left + x, top + y, right - x, bottom - y);
  }
  onMoved(moved: () => void): () => void {
    this.#moved.add(moved);
    return () => void this.#moved.delete(moved);
  }
  focus(): void {
    this.place.host.focus({ preventScroll: true });
  }
  close(): void {
    for (const stop of this.#stops) stop();
    this.nudger.close();
    this.stage.close();
  }

  /** Moves the camera; the picture never leaves the view altogether. */
  look(camera: Camera): void {
    this.camera = keepInSight(camera, this.image, this.stage.size);
    this.#isFitted = false;
    this.#shown();
  }
  fit(): void {
    const whole: Bounds = [0, 0, this.image.width, this.image.height];
    // Small pictures are shown larger, but not as a mosaic.
    this.camera = fit(whole, this.stage.size, margin, 8);
    this.#isFitted = true;
    this.#shown();
  }
  fitSelection(): boolean {
    const bounds = this.#bounds(this.place.session.state.selection);
    if (bounds) this.look(fit(bounds, this.stage.size, margin * 4, 8));
    return bounds !== null;
  }
  zoomBy(factor: number, at?: Point): void {
    const { width, height } = this.stage.size;
    const smallest = smallestScale(this.image, this.stage.size);
    this.look(zoomAt(this.camera, at ?? [width / 2, height / 2], factor, smallest));
  }
  zoomTo(scale: number): void {
    this.zoomBy(scale / this.camera.scale);
  }
  panBy(dx: number, dy: number): void {
    this.look(panBy(this.camera, dx, dy));
  }
  showCursor(): void {
    const { style } = this.place.host;
    const at = this.pointer && toImage(this.camera, this.pointer);
    const handle = at && this.desk.handle(at);
    const { tool, hover } = this.place.session.state;
    const isOver = tool === 'select' && hover !== null && this.sight.isEditable(hover);
    const own = tool === 'pan' ? 'grab' : this.desk.tool.cursor;
    style.cursor = handle?.cursor ?? (isOver && own === 'default' ? 'move' : own);
  }

  #bounds(ids: readonly string[]): Bounds | null {
    const all = ids
      .flatMap((id) => this.place.marks.get(id) ?? [])
      .map(({ geometry }) => boundsOf(geometry));
    if (!all.length) return null;
    return [
      Math.min(...all.map((bounds) => bounds[0])),
      Math.min(...all.map((bounds) => bounds[1])),
      Math.max(...all.map((bounds) => bounds[2])),
      Math.max(...all.map((bounds) => bounds[3])),
    ];
  }
  #shown(): void {
    this.stage.invalidate('pan', 'overlay');
    this.place.session.set({ zoom: this.camera.scale });
    for (const moved of this.#moved) moved();
  }
  #resized(): void {
    if (this.#isFitted) this.fit();
    else this.look(this.camera);
  }
  #dress(): void {
    const { host, session, field, t } = this.place;
    host.tabIndex = 0;
    host.setAttribute('role', 'application');
    host.setAttribute('aria-label', t('plane.label', { field }));
    Object.assign(host.style, { touchAction: 'none', overflow: 'hidden', userSelect: 'none' });
    if (getComputedStyle(host).position === 'static') host.style.position = 'relative';
    const focused = (): void => session.set({ field });
    host.addEventListener('focus', focused);
    this.#stops.push(() => host.removeEventListener('focus', focused));
    this.showCursor();
  }
}
