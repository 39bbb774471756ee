/** Copy, paste and duplicate. The clipboard outlives the task, so that marks carry over to the next image. */
import { boundsOf, isPlaneRegion, move } from '../../core/geometry';
import { newId } from '../../core/region';
import type { Place } from '../surface';
import type { Size } from './camera';
import type { PlaneRegion } from './scene';
import { limitMove } from '../../core/geometry/point';

let copied: readonly PlaneRegion[] = [];

export function copy({ session }: Place): boolean {
  const regions = session.selected.filter(isPlaneRegion);
  if (!regions.length) return false;
  copied = regions;
  return true;
}

/** Beside the original where that is still there; in the same place on another image. */
export function paste(place: Place, image: Size, offset: number): boolean {
  const labels = new Set(place.ontology.labels.map(({ id }) => id));
  const fitting = copied.filter((region) => labels.has(region.label));
  if (!fitting.length || place.session.state.readonly) return false;
  const isSame = fitting.some(({ id }) => place.document.region(id));
  add(place, fitting, image, isSame ? offset : 0);
  return true;
}

export function duplicate(place: Place, image: Size, offset: number): boolean {
  const regions = place.session.selected.filter(isPlaneRegion);
  if (!regions.length || place.session.state.readonly) return false;
  add(place, regions, image, offset);
  return true;
}

function add(place: Place, regions: readonly PlaneRegion[], image: Size, offset: number): void {
  const copies = regions.map(({ score: _score, ...region }) => {
    const by = limitMove(boundsOf(region.geometry), [offset, offset], image.width, image.height);
    return {
      ...region,
      id: newId(),
      on: place.field,
      geometry: move(region.geometry, ...by),
      origin: { kind: 'human' as const },
    };
  });
  place.document.putRegions(...copies);
  place.session.select(copies.map(({ id }) => id));
}
