/** The regions of a text field as marks: where they lie in UTF-16 units, and how they look. */
import type { Offsets } from '../../core/offsets';
import { colourOf, findClass, findLabel, nameOf, type Ontology } from '../../core/ontology';
import { isSuggested, type Region, type Span } from '../../core/region';
import type { PlacedSpan } from './spans';

export interface Mark extends PlacedSpan {
  readonly colour: string;
  readonly name: string;
  readonly suggested: boolean;
  readonly score: number | null;
}

export const isSpan = (geometry: Region['geometry']): geometry is Span => 'start' in geometry;

export function marksOf(regions: readonly Region[], ontology: Ontology, offsets: Offsets): Mark[] {
  return regions.flatMap((region) => {
    const { geometry } = region;
    if (!isSpan(geometry)) return [];
    const label = findLabel(ontology, region.label);
    const found = findClass(label, region.class);
    return {
      id: region.id,
      from: offsets.toUnit(geometry.start),
      to: offsets.toUnit(geometry.end),
      colour: colourOf(label, region.class),
      name: found ? nameOf(found) : (region.class ?? (label ? nameOf(label) : region.label)),
      suggested: isSuggested(region),
      score: region.score ?? null,
    };
  });
}

/** A mark that would be the same as one there is: same label, class and place. */
export function twinOf(regions: readonly Region[], one: Region): Region | undefined {
  const span = one.geometry as Span;
  return regions.find(
    ({ label, class: classId, geometry }) =>
      label === one.label &&
      classId === one.class &&
      isSpan(geometry) &&
      geometry.start === span.start &&
      geometry.end === span.end,
  );
}
