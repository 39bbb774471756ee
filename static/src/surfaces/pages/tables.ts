/**
 * Simple tables: a box whose label or class has the text attributes `rows` and `columns`. Each holds
 * where its inner lines are, as shares of the box's height or width: `0.2 0.4 0.6 0.8`.
 */
import { attributesOf, findLabel, type Ontology } from '../../core/ontology';
import type { Region } from '../../core/region';

export type Axis = 'rows' | 'columns';
export interface TableLine {
  readonly axis: Axis;
  /** Share of the box, 0 to 1. */
  readonly at: number;
}

export const asksLines = (ontology: Ontology, label: string, classId: string | null): boolean => {
  const found = attributesOf(findLabel(ontology, label), classId);
  return (['rows', 'columns'] as const).every((axis) =>
    found.some(({ id, kind }) => id === axis && kind === 'text'),
  );
};
export const isTable = (region: Region, ontology: Ontology): boolean =>
  asksLines(ontology, region.label, region.class);

export function sharesOf(region: Region, axis: Axis): number[] {
  const value = region.attributes[axis];
  if (typeof value !== 'string') return [];
  return value
    .split(/[\s,;]+/)
    .map(Number)
    .filter((share) => share > 0 && share < 1)
    .sort((a, b) => a - b);
}
export const linesOf = (region: Region): TableLine[] =>
  (['rows', 'columns'] as const).flatMap((axis) =>
    sharesOf(region, axis).map((at) => ({ axis, at })),
  );

/** The attributes with one line more, or without the one that is near. */
export function toggled(
  region: Region,
  axis: Axis,
  at: number,
  near: number,
): Region['attributes'] {
  const shares = sharesOf(region, axis);
  const there = shares.findIndex((share) => Math.abs(share - at) < near);
  const next =
    there < 0 ? [...shares, at].sort((a, b) => a - b) : shares.filter((_, i) => i !== there);
  const { [axis]: _, ...rest } = region.attributes;
  return next.length ? { ...rest, [axis]: next.map((share) => share.toFixed(4)).join(' ') } : rest;
}

/** The middle of the largest gap between lines: where the next one goes by keyboard. */
export function nextShare(region: Region, axis: Axis): number {
  const edges = [0, ...sharesOf(region, axis), 1];
  let best = 0;
  for (let i = 1; i + 1 < edges.length; i++)
    if (edges[i + 1]! - edges[i]! > edges[best + 1]! - edges[best]! + 1e-9) best = i;
  return (edges[best]! + edges[best + 1]!) / 2;
}
