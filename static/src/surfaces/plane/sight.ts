/** What tools look at: the scene, the selection and the measures of the moment. */
import type { Bounds } from '../../core/geometry/point';
import type { Mask, Point, Region } from '../../core/region';
import type { Sight } from '../../core/tool';
import { kindOf } from '../../core/geometry';
import { findClass } from '../../core/ontology';
import type { Size } from './camera';
import { labelFor } from './kinds';
import type { PlanePlace } from './marks';
import type { PlaneRegion, Scene } from './scene';
import { snapBounds, snapPoint } from './snap';

const near = 8;

export class PlaneSight implements Sight {
  constructor(
    private readonly place: PlanePlace,
    private readonly scene: Scene,
    private readonly image: Size,
    private readonly scale: () => number,
  ) {}

  get width(): number {
    return this.image.width;
  }
  get height(): number {
    return this.image.height;
  }
  get slack(): number {
    return near / this.scale();
  }
  get brush(): number {
    return this.place.session.state.brush;
  }
  get skeleton(): number {
    return this.joints.length;
  }
  /** The names of the active skeleton's points, in the order in which they are set. */
  get joints(): readonly string[] {
    const label = labelFor(this.place, 'keypoints');
    const cls =
      findClass(label ?? undefined, this.place.session.state.class) ?? label?.classes?.[0];
    return cls?.skeleton?.points ?? [];
  }
  get selected(): PlaneRegion[] {
    const { marks, session } = this.place;
    const { hidden, selection } = session.state;
    return selection.flatMap((id) => (hidden.has(id) ? [] : (marks.get(id) ?? [])));
  }
  get canvas(): Region<Mask> | null {
    const [only, more] = this.selected;
    return only && !more && isMaskRegion(only) ? only : null;
  }
  under(at: Point): PlaneRegion[] {
    return this.scene.under(at, this.slack / 2).map(({ region }) => region);
  }
  /** Wholly inside when pulled to the right, touched when pulled to the left. */
  pickAll(from: Point, to: Point): PlaneRegion[] {
    const area: Bounds = [
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.max(from[0], to[0]),
      Math.max(from[1], to[1]),
    ];
    const isInside = ([x0, y0, x1, y1]: Bounds): boolean =>
      x0 >= area[0] && y0 >= area[1] && x1 <= area[2] && y1 <= area[3];
    return this.scene
      .within(area)
      .filter(({ bounds }) => to[0] < from[0] || isInside(bounds))
      .map(({ region }) => region);
  }
  isEditable(id: string): boolean {
    return this.place.session.editable([id]).length > 0;
  }

  /** The pointer's place after snapping, if snapping is on. */
  snap([x, y]: Point): Point {
    if (!this.place.session.state.snap) return [x, y];
    return snapPoint([x, y], this.#neighbours([x, y, x, y]), this.image, this.slack);
  }
  snapMove(bounds: Bounds): Point {
    if (!this.place.session.state.snap) return [0, 0];
    return snapBounds(bounds, this.#neighbours(bounds), this.image, this.slack);
  }
  /** Others near the bounds: what is being moved must not snap to itself. */
  #neighbours([x0, y0, x1, y1]: Bounds) {
    const selected = new Set(this.place.session.state.selection);
    const { slack } = this;
    return this.scene
      .within([x0 - slack, y0 - slack, x1 + slack, y1 + slack])
      .filter(({ region }) => !selected.has(region.id));
  }
}

const isMaskRegion = (region: PlaneRegion): region is Region<Mask> =>
  kindOf(region.geometry) === 'mask';
