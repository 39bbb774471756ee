/**
 * What the plane draws and changes: the regions of a picture as they are, or what there is of other
 * regions on the picture shown now (a track at one frame, a slice of a volume).
 */
import { isPlaneRegion } from '../../core/geometry';
import type { Label, LabelKind } from '../../core/ontology';
import type { PlaneGeometry, Region } from '../../core/region';
import type { Place } from '../surface';
import type { Look } from './look';
import type { PlaneRegion } from './scene';

export interface Marks {
  /** In drawing order; those without a shape here are left out. */
  all(): readonly PlaneRegion[];
  get(id: string): PlaneRegion | undefined;
  /** The kind of shape that is drawn for a label. */
  draws(label: Label): LabelKind;
  /** What a new shape becomes in the document. */
  toRegion(shape: PlaneRegion): Region;
  /** Gives a region this shape, here. */
  reshape(id: string, geometry: PlaneGeometry): void;
  /** Takes away the shapes that were rubbed out here. */
  remove(ids: readonly string[]): void;
  /** Others have become part of one. */
  absorb(into: string, ids: readonly string[]): void;
  dress(shape: PlaneRegion, look: Look): Look;
}

/** A place whose regions the plane can show. */
export interface PlanePlace extends Place {
  readonly marks: Marks;
}

export function regionMarks({ document, field }: Place): Marks {
  return {
    all: () => document.regions(field).filter(isPlaneRegion),
    get(id) {
      const region = document.region(id);
      return region && region.on === field && isPlaneRegion(region) ? region : undefined;
    },
    draws: ({ kind }) => kind,
    toRegion: (shape) => shape,
    reshape: (id, geometry) => document.editRegion(id, { geometry }),
    remove: (ids) => document.removeRegions(...ids),
    absorb: (into, ids) => document.absorb(into, ...ids),
    dress: (_, look) => look,
  };
}
