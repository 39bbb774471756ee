/** Copy, paste and duplicate. The clipboard outlives the task, so that marks carry over to the next image. */
import { boundsOf, move } from '../../core/geometry';
import { newId } from '../../core/region';
import type { Size } from './camera';
import type { PlanePlace } from './marks';
import type { PlaneRegion } from './scene';
import { limitMove } from '../../core/geometry/point';

let copied: readonly PlaneRegion[] = [];

export function copy(place: PlanePlace): boolean {
  const regions = selected(place);
  if (!regions.length) return false;
  copied = regions;
  return true;
}

/** Beside the original where that is still there; in the same place on another image. */
export function paste(place: PlanePlace, image: Size, offset: number): boolean {
  const labels = new Set(place.ontology.labels.map(({ id }) => id));
  const fitting = copied.filter((region) => labels.has(region.label));
  if (!fitting.length || place.session.state.readonly) return false;
  const isSame = fitting.some(({ id }) => place.document.region(id));
  add(place, fitting, image, isSame ? offset : 0);
  return true;
}

export function duplicate(place: PlanePlace, image: Size, offset: number): boolean {
  const regions = selected(place);
  if (!regions.length || place.session.state.readonly) return false;
  add(place, regions, image, offset);
  return true;
}

const selected = ({ session, marks }: PlanePlace): PlaneRegion[] =>
  session.state.selection.flatMap((id) => marks.get(id) ?? []);

function add(
  place: PlanePlace,
  regions: readonly PlaneRegion[],
  image: Size,
  offset: number,
): void {
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
  place.document.putRegions(...copies.map((copy) => place.marks.toRegion(copy)));
  place.session.select(copies.map(({ id }) => id));
}
