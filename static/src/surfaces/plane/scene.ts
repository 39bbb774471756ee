/** The regions of one field, indexed: what the camera sees, what the pointer hits. */
import Flatbush from 'flatbush';
import { areaOf, boundsOf, contains, kindOf, magnetsOf } from '../../core/geometry';
import type { Bounds } from '../../core/geometry/point';
import type { PlaneGeometry, Point, Region } from '../../core/region';
import type { Look } from './look';

export type PlaneRegion = Region<PlaneGeometry>;

/** A region with what drawing and picking ask for again and again. */
export interface Entry {
  readonly region: PlaneRegion;
  readonly bounds: Bounds;
  readonly kind: ReturnType<typeof kindOf>;
  readonly look: Look;
  /** Where its name stands: the corner or vertex at the top. */
  readonly tag: Point;
}

export class Scene {
  #regions: readonly PlaneRegion[] = [];
  #hidden: ReadonlySet<string> = new Set();
  #entries: Entry[] | null = null;
  #index: Flatbush | null = null;
  readonly #known = new WeakMap<PlaneRegion, Entry>();

  constructor(private readonly lookOf: (region: PlaneRegion) => Look) {}

  /** In drawing order; hidden regions are neither seen nor hit. */
  set(regions: readonly PlaneRegion[], hidden: ReadonlySet<string>): void {
    this.#regions = regions;
    this.#hidden = hidden;
    this.#entries = null;
    this.#index = null;
  }

  get entries(): readonly Entry[] {
    this.#entries ??= this.#regions.flatMap((region) =>
      this.#hidden.has(region.id) ? [] : [this.entry(region)],
    );
    return this.#entries;
  }

  /** Entries whose bounds meet these, in drawing order. */
  within([minX, minY, maxX, maxY]: Bounds): Entry[] {
    const { entries } = this;
    if (!entries.length) return [];
    const found = this.#tree().search(minX, minY, maxX, maxY);
    return found.sort((a, b) => a - b).map((i) => entries[i]!);
  }

  /** What lies under a point: the smallest first, so that none is out of reach; then the topmost. */
  under([x, y]: Point, slack: number): Entry[] {
    return this.within([x - slack, y - slack, x + slack, y + slack])
      .reverse()
      .filter(({ region }) => contains(region.geometry, [x, y], slack))
      .map((entry) => ({ entry, area: areaOf(entry.region.geometry) }))
      .sort((a, b) => a.area - b.area)
      .map(({ entry }) => entry);
  }

  /** Also for a region under way, which the index does not hold. */
  entry(region: PlaneRegion): Entry {
    let entry = this.#known.get(region);
    if (!entry) {
      const { geometry } = region;
      entry = {
        region,
        bounds: boundsOf(geometry),
        kind: kindOf(geometry),
        look: this.lookOf(region),
        tag: tagOf(geometry),
      };
      this.#known.set(region, entry);
    }
    return entry;
  }
  #tree(): Flatbush {
    if (!this.#index) {
      this.#index = new Flatbush(this.entries.length);
      for (const { bounds } of this.entries) this.#index.add(...bounds);
      this.#index.finish();
    }
    return this.#index;
  }
}

/** The first of the highest points, so that an upright box has it at the top left. */
function tagOf(g: PlaneGeometry): Point {
  const [first = [0, 0] as const, ...rest] = magnetsOf(g);
  return rest.reduce((best, point) => (point[1] < best[1] ? point : best), first);
}
