/**
 * Which of two compared fields stands on the left. It is drawn by lot for each task and person, the
 * same again whenever they open it; answers keep the ontology's classes, whatever the sides.
 */
import { findLabel, type Label, type Ontology } from '../../core/ontology';

export const isPairwise = (label: Label | undefined): label is Label =>
  label?.kind === 'pairwise' && label.fields?.length === 2;

const compares = (ontology: Ontology, fields: readonly string[]): boolean =>
  ontology.labels.some(
    (label) =>
      isPairwise(label) &&
      label.shuffle !== false &&
      label.fields!.every((field) => fields.includes(field)),
  );

/** The fields of a row as they stand, from left to right; a pair may be the other way round. */
export function sidesOf(
  ontology: Ontology,
  fields: readonly string[],
  task: string,
  person: string,
): readonly string[] {
  const isPair = fields.length === 2 && compares(ontology, fields);
  return isPair && isSwapped(task, person) ? [...fields].reverse() : fields;
}
/** Whether the sides say where a field stands instead of its name, which would give it away. */
export const isBlind = (ontology: Ontology, fields: readonly string[]): boolean =>
  fields.length === 2 && compares(ontology, fields);

/** FNV-1a over both ids: even chances, and no two people in step. */
export function isSwapped(task: string, person: string): boolean {
  let hash = 0x811c9dc5;
  for (const character of `${task}/${person}`)
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  // Mixed once more (as in MurmurHash3): else neighbours' ids give neighbours' lots.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) & 1) === 1;
}

export const isSwappedFor = (label: Label, task: string, person: string): boolean =>
  isPairwise(label) && label.shuffle !== false && isSwapped(task, person);

/** The class that a key means: the left key is the left side's. */
export function classShown(
  ontology: Ontology,
  label: string,
  classId: string,
  task: string,
  person: string,
): string {
  const found = findLabel(ontology, label);
  if (!found || !isSwappedFor(found, task, person)) return classId;
  const [first, second] = found.classes ?? [];
  if (!first || !second) return classId;
  return classId === first.id ? second.id : classId === second.id ? first.id : classId;
}
