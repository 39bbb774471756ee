/** Whole-task answers: which questions are asked, what a key or a click makes of them, what is missing. */
import {
  answerLabels,
  isAnswerLabel,
  type ClassKey,
  type Label,
  type Ontology,
} from '../../core/ontology';
import type { Answer, Answers, Content } from '../../core/region';

export const isBlank = (value: Answer | undefined): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.trim() === '');

/** The classes an answer names, for one choice or several. */
export const chosen = (value: Answer | undefined): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (item): item is string => typeof item === 'string',
  );

/** A question with a condition is asked once another is answered with one of its classes. */
export function isAsked(label: Label, answers: Answers): boolean {
  const { when } = label;
  return !when || chosen(answers[when.label]).some((id) => when.classes.includes(id));
}
export const questions = (ontology: Ontology, answers: Answers): Label[] =>
  answerLabels(ontology).filter((label) => isAsked(label, answers));

/** What picking a class makes of the answer: one choice holds exactly one, several toggle. */
export function picked(label: Label, before: Answer | undefined, classId: string): Answer {
  const several =
    label.kind === 'multichoice' || (label.kind === 'taxonomy' && label.multiple === true);
  if (label.kind === 'ranking') return moved(label, before, classId);
  if (label.kind === 'taxonomy' && !several) return [classId];
  if (!several) return classId;
  const now = chosen(before);
  const next = now.includes(classId) ? now.filter((id) => id !== classId) : [...now, classId];
  // In the order of the ontology, whatever the order of the clicks.
  const order = (label.classes ?? []).map(({ id }) => id);
  return order.filter((id) => next.includes(id));
}

/** A ranking is always whole; a class that is picked goes up one place. */
function moved(label: Label, before: Answer | undefined, classId: string): string[] {
  const order = ranked(label, before);
  const at = order.indexOf(classId);
  if (at <= 0 || isBlank(before)) return order;
  [order[at - 1], order[at]] = [order[at]!, order[at - 1]!];
  return order;
}
export function ranked(label: Label, value: Answer | undefined): string[] {
  const all = (label.classes ?? []).map(({ id }) => id);
  const given = chosen(value).filter((id) => all.includes(id));
  return [...given, ...all.filter((id) => !given.includes(id))];
}

export const ratingRange = (label: Label): { low: number; high: number; step: number } => ({
  low: label.min ?? 1,
  high: label.max ?? 5,
  step: label.step ?? 1,
});
export function ratingValues(label: Label): number[] {
  const { low, high, step } = ratingRange(label);
  const count = Math.min(21, Math.floor((high - low) / step) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, i) => low + i * step);
}

/** The digit that gives each point of a rating: 1 to 9, and 0 for the tenth. */
export function ratingKeys(
  ontology: Ontology,
  taken: readonly ClassKey[],
): Map<string, { label: string; value: number }> {
  const keys = new Map<string, { label: string; value: number }>();
  const used = new Set(taken.map(({ key }) => key));
  const label = answerLabels(ontology).find(({ kind }) => kind === 'rating');
  for (const value of label ? ratingValues(label) : []) {
    const key = String(value % 10);
    if (Number.isInteger(value) && value >= 1 && value <= 10 && !used.has(key))
      keys.set(key, { label: label!.id, value });
  }
  return keys;
}

export type Lack =
  { readonly kind: 'answer' | 'region'; readonly label: Label } | { readonly kind: 'nothing' };

/** What keeps a task from being submitted, the first thing first. */
export function lacks(ontology: Ontology, content: Content, allowEmpty: boolean): Lack[] {
  const required = ontology.labels.filter(({ required: is }) => is === true);
  const missing = required.flatMap((label): Lack[] => {
    if (!isAnswerLabel(label))
      return content.regions.some((region) => region.label === label.id)
        ? []
        : [{ kind: 'region', label }];
    const asked = isAsked(label, content.answers) && isBlank(content.answers[label.id]);
    return asked ? [{ kind: 'answer', label }] : [];
  });
  const blank =
    content.regions.length === 0 && Object.values(content.answers).every((value) => isBlank(value));
  return missing.length || !blank || allowEmpty ? missing : [{ kind: 'nothing' }];
}

/** Blank answers and answers to questions no longer asked do not travel. */
export function pruned(ontology: Ontology, answers: Answers): Answers {
  const asked = new Set(questions(ontology, answers).map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(answers).filter(([label, value]) => asked.has(label) && !isBlank(value)),
  );
}

/** A project of one question with one answer: a key may submit. */
export function soleChoice(ontology: Ontology): Label | null {
  const [label, ...rest] = ontology.labels;
  const one = label && rest.length === 0 && ['choice', 'pairwise', 'rating'].includes(label.kind);
  return one ? label : null;
}
