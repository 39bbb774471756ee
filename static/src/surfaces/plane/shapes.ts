/** What is done to whole regions: mask to polygon and back, several polygons into one. */
import { kindOf, type PlaneKind } from '../../core/geometry';
import { maskToPolygon, polygonToMask } from '../../core/geometry/contour';
import { join } from '../../core/geometry/join';
import { findClass, type Label } from '../../core/ontology';
import type { Mask, PlaneGeometry, Polygon, Region } from '../../core/region';
import type { Size } from './camera';
import { labelFor } from './kinds';
import type { PlanePlace } from './marks';
import type { PlaneRegion } from './scene';

/** An outline may run this far, in pixels, from the pixels it goes round. */
const stray = 1;

/** The selected regions that may be changed, of one kind. */
function chosen<G extends PlaneGeometry>(place: PlanePlace, kind: PlaneKind): Region<G>[] {
  const { session, marks } = place;
  return session
    .editable(session.state.selection)
    .flatMap((id) => marks.get(id) ?? [])
    .filter((region) => kindOf(region.geometry) === kind) as PlaneRegion[] as Region<G>[];
}

/** Masks become polygons and polygons masks, of a label that has such; the class stays where it can. */
export function convert(place: PlanePlace, image: Size): boolean {
  const masks = chosen<Mask>(place, 'mask');
  const polygons = chosen<Polygon>(place, 'polygon');
  const toPolygon = labelFor(place, 'polygon');
  const toMask = labelFor(place, 'mask');
  const made = [
    ...masks.flatMap((region) => {
      const geometry = toPolygon && maskToPolygon(region.geometry, stray);
      return geometry ? [as(region, toPolygon, geometry)] : [];
    }),
    ...polygons.flatMap((region) =>
      toMask ? [as(region, toMask, polygonToMask(region.geometry, image.height, image.width))] : [],
    ),
  ];
  for (const { id, ...patch } of made) place.document.editRegion(id, patch);
  return made.length > 0;
}

function as({ id, class: cls }: Region, label: Label, geometry: PlaneGeometry) {
  const kept = findClass(label, cls) ? cls : (label.classes?.[0]?.id ?? null);
  return { id, label: label.id, class: kept, geometry };
}

/** The first one selected stays and becomes all of them. */
export function joinSelected(place: PlanePlace): boolean {
  const [first, ...others] = chosen<Polygon>(place, 'polygon');
  if (!first || !others.length) return false;
  const geometry = join(first.geometry, ...others.map((region) => region.geometry));
  place.document.transact(() => {
    place.marks.reshape(first.id, geometry);
    place.marks.absorb(
      first.id,
      others.map(({ id }) => id),
    );
  });
  place.session.select([first.id]);
  return true;
}

/** Whether a conversion would have anything to turn into. */
export const canConvert = (place: PlanePlace): boolean =>
  labelFor(place, 'polygon') !== null && labelFor(place, 'mask') !== null;
