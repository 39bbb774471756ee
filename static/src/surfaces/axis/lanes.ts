/** The tracks under a time axis: one for each class, or for each value of an attribute. */
import {
  attributesOf,
  colourOf,
  nameOf,
  regionLabelsOn,
  type Attribute,
  type Label,
  type Ontology,
} from '../../core/ontology';
import { paletteColour } from '../../core/palette';
import type { RangeRegion } from './ranges';

export interface Lane {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  /** What a region drawn here is; null on the lane of what has no value yet. */
  readonly label: string | null;
  readonly class: string | null;
  readonly value: string | null;
}

export const rangeLabelsOn = (ontology: Ontology, field: string): Label[] =>
  regionLabelsOn(ontology, field).filter(({ kind }) => kind === 'range');

/** Choice attributes of the field's ranges, by which lanes can be made; speakers first. */
export function laneAttributes(ontology: Ontology, field: string): Attribute[] {
  const found = new Map<string, Attribute>();
  for (const label of rangeLabelsOn(ontology, field))
    for (const classId of [null, ...(label.classes ?? []).map(({ id }) => id)])
      for (const attribute of attributesOf(label, classId))
        if (attribute.kind === 'choice') found.set(attribute.id, attribute);
  const isSpeaker = ({ id }: Attribute): number => Number(id === 'speaker');
  return [...found.values()].sort((a, b) => isSpeaker(b) - isSpeaker(a));
}

/** `by`: an attribute's id, or null for one lane a class. */
export function lanesOf(ontology: Ontology, field: string, by: string | null): Lane[] {
  const attribute = laneAttributes(ontology, field).find(({ id }) => id === by);
  if (!attribute) return rangeLabelsOn(ontology, field).flatMap(classLanes);
  const base = { label: null, class: null };
  return [
    ...(attribute.options ?? []).map((option, at) => ({
      ...base,
      key: option.id,
      name: nameOf(option),
      colour: paletteColour(at),
      value: option.id,
    })),
    { ...base, key: '', name: '–', colour: '#8a93a5', value: null },
  ];
}

function classLanes(label: Label): Lane[] {
  const classes = label.classes?.length ? label.classes : [null];
  return classes.map((item) => ({
    key: `${label.id}/${item?.id ?? ''}`,
    name: nameOf(item ?? label),
    colour: colourOf(label, item?.id ?? null),
    label: label.id,
    class: item?.id ?? null,
    value: null,
  }));
}

/** The key of a region's lane. */
export function laneKey(region: RangeRegion, by: string | null): string {
  if (by === null) return `${region.label}/${region.class ?? ''}`;
  const value = region.attributes[by];
  return typeof value === 'string' ? value : '';
}

/** Where a region lies among those of its lane that overlap it. */
export interface Seat {
  readonly row: number;
  /** Rows of its group: regions joined by overlaps share the lane's height. */
  rows: number;
}

/** Seats the regions of one lane, each in the first row that is free. */
export function seated(regions: readonly RangeRegion[]): Map<string, Seat> {
  const sorted = [...regions].sort((a, b) => a.geometry.start - b.geometry.start);
  const seats = new Map<string, Seat>();
  let group: Seat[] = [];
  let ends: number[] = [];
  for (const { id, geometry } of sorted) {
    if (ends.every((end) => end <= geometry.start)) [group, ends] = [[], []];
    const free = ends.findIndex((end) => end <= geometry.start);
    const row = free < 0 ? ends.length : free;
    ends[row] = geometry.end;
    const seat: Seat = { row, rows: ends.length };
    group.push(seat);
    for (const one of group) one.rows = ends.length;
    seats.set(id, seat);
  }
  return seats;
}
