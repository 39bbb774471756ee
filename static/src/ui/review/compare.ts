/** Where several answers to one task differ: which marks are in one only, which questions part people. */
import { boundsOf, isPlaneRegion, type Bounds } from '../../core/geometry';
import { isAnswerLabel, type Label, type Ontology } from '../../core/ontology';
import type { Answer, Content, Region } from '../../core/region';
import { same } from '../../core/same';

/** Overlap from which two marks mean the same thing. */
const SAME_PLACE = 0.5;

/** Ids of the regions of one answer that have no counterpart in some other answer. */
export function onlyHere(own: Content, others: readonly Content[]): string[] {
  return own.regions
    .filter((region) => others.some(({ regions }) => !regions.some((one) => alike(region, one))))
    .map(({ id }) => id);
}

/** The same class at the same place. */
export function alike(a: Region, b: Region): boolean {
  if (a.label !== b.label || a.class !== b.class || a.on !== b.on) return false;
  if (same(a.geometry, b.geometry)) return true;
  if (isPlaneRegion(a) && isPlaneRegion(b))
    return overlap(boundsOf(a.geometry), boundsOf(b.geometry)) >= SAME_PLACE;
  const [one, two] = [stretch(a), stretch(b)];
  return one !== null && two !== null && shared(one, two) >= SAME_PLACE;
}

export interface Row {
  readonly label: Label;
  /** One value an answer, in their order; undefined where nothing was said. */
  readonly values: readonly (Answer | undefined)[];
  readonly differs: boolean;
}

/** The questions, with what each answer says to them; those nobody answered are left out. */
export function answerRows(ontology: Ontology, contents: readonly Content[]): Row[] {
  return ontology.labels
    .filter(isAnswerLabel)
    .map((label) => {
      const values = contents.map(({ answers }) => answers[label.id]);
      return { label, values, differs: values.some((value) => !same(value, values[0])) };
    })
    .filter(({ values }) => values.some((value) => value !== undefined));
}

function overlap([ax, ay, aX, aY]: Bounds, [bx, by, bX, bY]: Bounds): number {
  const wide = Math.min(aX, bX) - Math.max(ax, bx);
  const high = Math.min(aY, bY) - Math.max(ay, by);
  if (wide <= 0 || high <= 0) return 0;
  return (wide * high) / ((aX - ax) * (aY - ay) + (bX - bx) * (bY - by) - wide * high);
}

/** The span or range of a region, on its text or time. */
function stretch({ geometry }: Region): readonly [number, number] | null {
  if (!('start' in geometry) || !('end' in geometry)) return null;
  return [Number(geometry.start), Number(geometry.end)];
}
function shared([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number {
  const common = Math.min(b, d) - Math.max(a, c);
  return common <= 0 ? 0 : common / (Math.max(b, d) - Math.min(a, c));
}
