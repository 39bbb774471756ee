/** Where one looks from: the camera of the scene, the map, the plans and the pictures; and their panes. */
import type { Cuboid, Point, Vector3 } from '../../core/region';
import { radiusOf } from './cuboid';
import type { CloudFacts } from './facts';
import { lensOf } from './facts';
import { onGround, type Ground } from './ground';
import { arrange, grid, type Panes } from './layout';
import { lensView, placed, type Glass, type Lens } from './lens';
import { approached, around, dragged, orbited, orbitSight, type Orbit } from './orbit';
import {
  mapOf,
  planNames,
  planOf,
  restingPlan,
  type Plan,
  type PlanCamera,
  type PlanName,
} from './plans';
import { isInside, type Rect, type Sight } from './sight';
import { along, scale } from './vector';

interface Base {
  readonly rect: Rect;
  /** How it sees; null where nothing can be seen. */
  readonly sight: Sight | null;
  readonly frame: number;
}
/** One view on the screen. */
export type Pane = Base &
  (
    | { readonly kind: 'scene' | 'empty' }
    | { readonly kind: 'map'; readonly plan: Plan }
    | { readonly kind: 'plan' | 'cell'; readonly name: PlanName; readonly plan: Plan }
    | {
        readonly kind: 'picture' | 'thumb';
        readonly camera: number;
        readonly lens: Lens | null;
        readonly shown: Rect;
      }
  );
const north: Orbit = {
  target: [12, 0, -1],
  distance: 34,
  azimuth: 0,
  elevation: 0.6,
};
const foot = 46;

export class Eyes {
  orbit: Orbit = north;
  map: { centre: Vector3; zoom: number } = { centre: [15, 0, 0], zoom: 8 };
  readonly plans = new Map<PlanName, PlanCamera>();
  readonly glasses = new Map<number, Glass>();
  size = { width: 1, height: 1 };

  constructor(private readonly facts: CloudFacts) {
    this.home();
  }
  get foot(): number {
    return this.facts.frames > 1 ? foot : 0;
  }

  /** Everything in view, as somebody behind and above the sensor sees it. */
  home(): void {
    const first = this.facts.sequence.find((one) => one.min && one.max);
    if (!first?.min || !first.max) return;
    const [low, high] = [first.min, first.max];
    const holdsSensor = low[0] < 6 && low[1] < 0 && high[1] > 0 && high[0] > 0;
    const span = Math.hypot(high[0] - low[0], high[1] - low[1]);
    const centre = scale(
      [low[0] + high[0], low[1] + high[1], low[2] + Math.min(high[2], low[2] + 4)],
      0.5,
    );
    // A drive is looked at where it happens, near the sensor; anything else as a whole.
    const isDrive = holdsSensor && span > 30;
    const target: Vector3 = isDrive ? [10, 0, Math.max(low[2], -2)] : centre;
    const radius = isDrive ? 15 : span / 2;
    this.orbit = around({ ...north, elevation: isDrive ? 0.5 : 0.7 }, target, radius);
    this.map = { centre: target, zoom: this.#zoomFor(radius * 1.1) };
  }
  focus(cuboid: Cuboid): void {
    this.orbit = around(this.orbit, cuboid.center, Math.max(radiusOf(cuboid) * 1.6, 2));
    this.map = { centre: cuboid.center, zoom: this.#zoomFor(radiusOf(cuboid) * 2.5) };
  }
  #zoomFor(radius: number): number {
    return Math.min(this.size.width * 0.3, this.size.height * 0.32) / (2 * radius) || 8;
  }

  arranged(): Panes {
    const cameras = this.facts.cameras.filter(({ width }) => width > 0);
    const aspect = cameras[0] ? cameras[0].width / cameras[0].height : 1.6;
    return arrange(this.size.width, this.size.height, {
      cameras: cameras.length,
      aspect,
    });
  }
  /** The panes of one frame about the selected cuboid, if there is one. */
  panes(frame: number, cuboid: Cuboid | null, camera: number, slice: number): Pane[] {
    const { scene, plans, picture, strip } = this.arranged();
    const found: Pane[] = [
      { kind: 'scene', rect: scene, frame, sight: orbitSight(this.orbit, scene) },
    ];
    if (cuboid)
      for (const name of planNames) {
        const rect = plans[name];
        const plan = planOf(name, cuboid, rect, this.plans.get(name) ?? restingPlan, slice);
        found.push({ kind: 'plan', name, plan, rect, frame, sight: plan.sight });
      }
    else {
      const rect = joined(plans.top, plans.side);
      const plan = mapOf(rect, this.map.centre, this.map.zoom);
      found.push({ kind: 'map', plan, rect, frame, sight: plan.sight });
      found.push({ kind: 'empty', rect: plans.rear, frame, sight: null });
    }
    if (picture) found.push(this.#picture('picture', picture, camera, frame));
    strip.forEach((rect, i) => found.push(this.#picture('thumb', rect, i, frame)));
    return found;
  }
  /** A plan from above for each frame in which the object is. */
  cells(at: number, cuboidAt: (frame: number) => Cuboid | null, slice: number): Pane[] {
    const { width, height } = this.size;
    const cells = grid(width, height, this.facts.frames, at);
    return cells.map(({ frame, rect }): Pane => {
      const cuboid = cuboidAt(frame);
      if (!cuboid) return { kind: 'empty', rect, frame, sight: null };
      const plan = planOf('top', cuboid, rect, this.plans.get('top') ?? restingPlan, slice);
      return { kind: 'cell', name: 'top', plan, rect, frame, sight: plan.sight };
    });
  }
  #picture(kind: 'picture' | 'thumb', rect: Rect, camera: number, frame: number): Pane {
    const lens = lensOf(this.facts, camera, frame);
    const facts = this.facts.cameras[camera];
    const size = { width: facts?.width || 4, height: facts?.height || 3 };
    const glass = kind === 'picture' ? (this.glasses.get(camera) ?? null) : null;
    const shown = placed({ ...size, intrinsic: [], extrinsic: [] }, rect, glass);
    const sight = lens && lensView(lens, shown, rect);
    return { kind, camera, lens, shown, rect, frame, sight };
  }

  /** Nearer or farther, towards what is under the pointer. */
  zoom(pane: Pane, at: Point, factor: number, ground: Ground): void {
    if (pane.kind === 'scene') {
      const towards = pane.sight && onGround(ground, pane.sight.ray(at), this.orbit.target[2]);
      const isNear =
        towards && Math.hypot(...along(towards, this.orbit.target, -1)) < this.orbit.distance * 3;
      this.orbit = approached(this.orbit, factor, isNear ? towards : null);
    } else if (pane.kind === 'map') {
      const before = pane.plan.sight.ray(at).from;
      const zoom = Math.min(400, Math.max(0.2, this.map.zoom * factor));
      const after = mapOf(pane.rect, this.map.centre, zoom).sight.ray(at).from;
      const [cx, cy, cz] = this.map.centre;
      const centre: Vector3 = [cx + before[0] - after[0], cy + before[1] - after[1], cz];
      this.map = { centre, zoom };
    } else if (pane.kind === 'plan' || pane.kind === 'cell') {
      const camera = this.plans.get(pane.name) ?? restingPlan;
      const zoom = Math.min(12, Math.max(0.08, camera.zoom * factor));
      this.plans.set(pane.name, { ...camera, zoom });
    } else if (pane.kind === 'picture') this.#zoomPicture(pane, at, factor);
  }
  #zoomPicture(pane: Pane & { kind: 'picture' | 'thumb' }, [x, y]: Point, factor: number): void {
    const facts = this.facts.cameras[pane.camera]!;
    const glass = this.glasses.get(pane.camera) ?? {
      zoom: 1,
      middle: [facts.width / 2, facts.height / 2] as Point,
    };
    const zoom = Math.min(24, Math.max(1, glass.zoom * factor));
    const by = pane.shown.width / facts.width;
    const under: Point = [(x - pane.shown.x) / by, (y - pane.shown.y) / by];
    const t = 1 - glass.zoom / zoom;
    const middle: Point = [
      glass.middle[0] + (under[0] - glass.middle[0]) * t,
      glass.middle[1] + (under[1] - glass.middle[1]) * t,
    ];
    if (zoom === 1) this.glasses.delete(pane.camera);
    else this.glasses.set(pane.camera, { zoom, middle });
  }
  turn(dx: number, dy: number): void {
    this.orbit = orbited(this.orbit, dx, dy);
  }
  /** What is under the pointer follows it. */
  pan(pane: Pane, from: Point, to: Point): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    if (pane.kind === 'scene') this.orbit = dragged(this.orbit, pane.rect, from, to);
    else if (pane.kind === 'map') {
      const [x, y, z] = this.map.centre;
      this.map = {
        ...this.map,
        centre: [x + dy / this.map.zoom, y + dx / this.map.zoom, z],
      };
    } else if (pane.kind === 'plan' || pane.kind === 'cell') {
      const camera = this.plans.get(pane.name) ?? restingPlan;
      const perPixel = 1 / Math.hypot(...pane.plan.sight.matrix.slice(0, 3));
      const [u, v] = camera.shift;
      this.plans.set(pane.name, { ...camera, shift: [u - dx * perPixel, v + dy * perPixel] });
    } else if (pane.kind === 'picture') {
      const glass = this.glasses.get(pane.camera);
      const by = pane.shown.width / this.facts.cameras[pane.camera]!.width;
      if (glass)
        this.glasses.set(pane.camera, {
          ...glass,
          middle: [glass.middle[0] - dx / by, glass.middle[1] - dy / by],
        });
    }
  }
}
/** One pane over the other, as one. */
const joined = (upper: Rect, lower: Rect): Rect => ({
  ...upper,
  height: lower.y + lower.height - upper.y,
});
export const paneAt = (panes: readonly Pane[], at: Point): Pane | null =>
  panes.find(({ rect }) => isInside(rect, at)) ?? null;
/** Panes in which points are drawn. */
export const isDrawn = (pane: Pane): boolean =>
  pane.kind === 'scene' || pane.kind === 'map' || pane.kind === 'plan' || pane.kind === 'cell';
