/** The regions of a volume as one plane shows them on the slice that it stands at. */
import { blankMask } from '../../core/geometry/brush';
import type { Region } from '../../core/region';
import type { Look } from '../plane/look';
import type { Marks } from '../plane/marks';
import type { PlaneRegion } from '../plane/scene';
import type { Place } from '../surface';
import { shownSize, type Grid } from './grid';
import { measureOf, measureText } from './measures';
import { isVolumeMask, isVoxelBox, putShape, shapeOn, type Spot } from './onSlice';
import { blankBits, withBits } from './voxels';

const painting: ReadonlySet<string> = new Set(['brush', 'eraser', 'threshold']);

interface Seen {
  readonly slice: number;
  readonly shape: PlaneRegion | null;
}

export class SliceMarks implements Marks {
  /** Regions never change, so what one looks like on a slice is worked out once. */
  readonly #seen = new WeakMap<Region, Seen>();

  constructor(
    private readonly place: Place,
    private readonly grid: Grid,
    private readonly spot: () => Spot,
  ) {}

  all(): readonly PlaneRegion[] {
    const { document, field } = this.place;
    return document.regions(field).flatMap((region) => this.#shape(region) ?? []);
  }
  get(id: string): PlaneRegion | undefined {
    const region = this.place.document.region(id);
    if (!region || region.on !== this.place.field) return undefined;
    return this.#shape(region) ?? this.#canvas(region);
  }
  draws: Marks['draws'] = ({ kind }) => kind;
  toRegion(shape: PlaneRegion): Region {
    const geometry = putShape(shape.geometry, null, this.spot(), this.grid);
    return geometry ? { ...shape, geometry } : shape;
  }
  reshape(id: string, geometry: PlaneRegion['geometry']): void {
    const region = this.place.document.region(id);
    const put = region && putShape(geometry, region.geometry, this.spot(), this.grid);
    if (put) this.place.document.editRegion(id, { geometry: put });
  }
  /** Of a mask the eraser takes this slice; what has no slice left is gone. */
  remove(ids: readonly string[]): void {
    const { document } = this.place;
    const { plane, slice } = this.spot();
    for (const id of ids) {
      const region = document.region(id);
      const mask = region && isVolumeMask(region.geometry) ? region.geometry : null;
      const left = mask && withBits(mask, plane, slice, blankBits(this.grid, plane), this.grid);
      if (left) document.editRegion(id, { geometry: left });
      else document.removeRegions(id);
    }
  }
  /** What became part of another here may stand alone elsewhere. */
  absorb(_: string, ids: readonly string[]): void {
    this.remove(ids);
  }
  /** The name says how long, large or voluminous it is. */
  dress(shape: PlaneRegion, look: Look): Look {
    const stored = this.place.document.region(shape.id)?.geometry;
    const isWhole = stored && (isVolumeMask(stored) || isVoxelBox(stored));
    const geometry = isWhole ? stored : putShape(shape.geometry, null, this.spot(), this.grid);
    const measure = geometry && measureOf(geometry, this.grid);
    return measure ? { ...look, text: `${look.text} · ${measureText(measure)}` } : look;
  }

  #shape(region: Region): PlaneRegion | null {
    const spot = this.spot();
    const known = this.#seen.get(region);
    if (known?.slice === spot.slice) return known.shape;
    const geometry = shapeOn(region.geometry, spot, this.grid);
    const shape = geometry && { ...region, geometry };
    this.#seen.set(region, { slice: spot.slice, shape });
    return shape;
  }
  /** A selected mask is painted on where it has nothing yet. */
  #canvas(region: Region): PlaneRegion | undefined {
    const { tool } = this.place.session.state;
    if (!isVolumeMask(region.geometry) || !painting.has(tool)) return undefined;
    const { width, height } = shownSize(this.grid, this.spot().plane);
    return { ...region, geometry: blankMask(height, width) };
  }
}
