/** On which parts of a value the model's answer rests: what the server tells, made ready to be shown. */
import { Offsets } from '../../core/offsets';
import { answerLabels, type Label, type Ontology } from '../../core/ontology';

/** Asked by key; the left panel answers. */
export const explainEvent = 'penumbra:explain';

interface Weighed {
  readonly weight: number;
}
export interface Explanation {
  readonly model_version: string;
  readonly field: string;
  readonly class: string;
  readonly probability: number;
  readonly is_complete: boolean;
  readonly kind: 'text' | 'image';
  readonly text?: string;
  readonly parts: readonly (Weighed &
    ({ readonly start: number; readonly end: number } | Square))[];
}
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}
/** `strength` is -1 to 1: how much the part speaks for the answer, the strongest being 1 or -1. */
export interface Piece {
  readonly text: string;
  readonly weight: number;
  readonly strength: number;
}
/** Less than this share of a probability is noise of the encoder. */
const NOISE = 0.005;
const EXPLAINED = new Set(['choice', 'multichoice']);
const PARTED = new Set(['text', 'html', 'document', 'dialogue', 'image']);

/** The label that the model answers, where its answers can be explained. */
export function explained(ontology: Ontology, target: string | null): Label | undefined {
  return answerLabels(ontology).find(
    (label) =>
      (target === null || label.id === target) &&
      EXPLAINED.has(label.kind) &&
      PARTED.has(ontology.fields[label.on]?.type ?? ''),
  );
}

export const largest = ({ parts }: Explanation): number =>
  Math.max(0, ...parts.map(({ weight }) => Math.abs(weight)));

/** Whether hiding any one part changes the answer at all. */
export const says = (found: Explanation): boolean => largest(found) >= NOISE;

/** The text in pieces, those with a weight and what lies between them. */
export function pieces(found: Explanation): Piece[] {
  const offsets = new Offsets(found.text ?? '');
  const scale = Math.max(largest(found), NOISE);
  const made: Piece[] = [];
  let at = 0;
  for (const part of found.parts) {
    if (!('start' in part)) continue;
    if (part.start > at) made.push({ text: offsets.slice(at, part.start), weight: 0, strength: 0 });
    const text = offsets.slice(part.start, part.end);
    made.push({ text, weight: part.weight, strength: part.weight / scale });
    at = part.end;
  }
  if (at < offsets.length)
    made.push({ text: offsets.slice(at, offsets.length), weight: 0, strength: 0 });
  return made;
}

export function squares(found: Explanation): (Square & { readonly strength: number })[] {
  const scale = Math.max(largest(found), NOISE);
  return found.parts.flatMap((part) =>
    'side' in part
      ? [{ x: part.x, y: part.y, side: part.side, strength: part.weight / scale }]
      : [],
  );
}
