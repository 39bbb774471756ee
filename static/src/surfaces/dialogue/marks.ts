/** The regions of a dialogue by turn: spans inside, labels and ratings of the whole. */
import {
  attributesOf,
  colourOf,
  findClass,
  findLabel,
  nameOf,
  regionLabelsOn,
  type Attribute,
  type Label,
  type Ontology,
} from '../../core/ontology';
import { isSuggested, type Region, type Span, type Turn } from '../../core/region';

export type TurnSpan = Span & { readonly turn: number };
export const isTurnSpan = (geometry: Region['geometry']): geometry is TurnSpan =>
  'turn' in geometry && 'start' in geometry;
export const isTurn = (geometry: Region['geometry']): geometry is Turn =>
  'turn' in geometry && !('start' in geometry);

export type ByTurn = ReadonlyMap<number, readonly Region[]>;

export function byTurn(regions: readonly Region[]): ByTurn {
  const found = new Map<number, Region[]>();
  for (const region of regions) {
    if (!('turn' in region.geometry) || region.geometry.turn === undefined) continue;
    const mine = found.get(region.geometry.turn);
    if (mine) mine.push(region);
    else found.set(region.geometry.turn, [region]);
  }
  return found;
}

/** A label on a whole turn, as its chip shows it. */
export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  readonly suggested: boolean;
  readonly score: number | null;
}

export function tagsOf(regions: readonly Region[], ontology: Ontology): Tag[] {
  return regions
    .filter(({ geometry }) => isTurn(geometry))
    .map((region) => {
      const label = findLabel(ontology, region.label);
      const found = findClass(label, region.class);
      return {
        id: region.id,
        name: found ? nameOf(found) : label ? nameOf(label) : region.label,
        colour: colourOf(label, region.class),
        suggested: isSuggested(region),
        score: region.score ?? null,
      };
    });
}

/** A rating that a turn is asked for, and where the answer is kept once there is one. */
export interface Stars {
  readonly label: Label;
  readonly attribute: Attribute;
  readonly points: readonly number[];
  readonly region: Region | null;
  readonly value: number | null;
}

export const turnLabels = (ontology: Ontology, field: string): Label[] =>
  regionLabelsOn(ontology, field).filter(({ kind }) => kind === 'turn');

/** Whether a label is meant for turns of that role: `roles`, where it says so. */
export const isFor = ({ roles }: Label, role: string): boolean => !roles || roles.includes(role);

export function starsOf(
  regions: readonly Region[],
  ontology: Ontology,
  field: string,
  role: string,
): Stars[] {
  const labels = turnLabels(ontology, field).filter((label) => isFor(label, role));
  return labels.flatMap((label) => {
    const region = regions.find((one) => one.label === label.id && isTurn(one.geometry)) ?? null;
    const asked = attributesOf(label, region?.class ?? label.classes?.[0]?.id ?? null);
    return asked
      .filter(({ kind }) => kind === 'rating')
      .map((attribute) => {
        const value = region?.attributes[attribute.id];
        return {
          label,
          attribute,
          points: pointsOf(attribute),
          region,
          value: typeof value === 'number' ? value : null,
        };
      });
  });
}
export const pointsOf = ({ min = 1, max = 5 }: Attribute): number[] =>
  Array.from({ length: Math.max(0, Math.min(10, max - min + 1)) }, (_, i) => min + i);
