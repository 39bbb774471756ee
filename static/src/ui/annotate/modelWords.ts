/** What the model thinks of a task, in words a person reads at a glance. */
import { answerLabels, findClass, findLabel, nameOf, type Ontology } from '../../core/ontology';
import { isSuggested } from '../../core/region';
import type { Waits } from '../../live/types';
import { hasText, t } from '../../text';
import { ambiguous } from '../learning/wire';
import type { Sheet } from './sheet.svelte';

export type Opinion =
  | { readonly kind: 'none' }
  | { readonly kind: 'veiled' }
  /** Sure, to this degree, of one class. */
  | {
      readonly kind: 'class';
      readonly value: number;
      readonly name: string;
      readonly isUnsure: boolean;
    }
  | { readonly kind: 'regions' | 'answers'; readonly count: number; readonly value: number | null };

export function opinionOf(sheet: Sheet, ontology: Ontology, target: string | null): Opinion {
  if (sheet.isVeiled) return { kind: 'veiled' };
  const { prediction } = sheet;
  if (!prediction) return { kind: 'none' };
  const labels = answerLabels(ontology);
  const label =
    labels.find(({ id }) => id === target) ?? labels.find(({ id }) => sheet.guesses.has(id));
  const guess = label && sheet.guesses.get(label.id);
  if (label && guess && guess.probability !== null && typeof guess.value === 'string') {
    const name = nameOf(findClass(label, guess.value) ?? { id: guess.value });
    // The likeliest of several classes may lie far below the band, and be no better known.
    const isUnsure = guess.probability <= ambiguous[1];
    return { kind: 'class', value: guess.probability, name, isUnsure };
  }
  const count = sheet.regions.filter(isSuggested).length;
  if (count === 0 && sheet.guesses.size)
    return { kind: 'answers', count: sheet.guesses.size, value: prediction.score };
  return { kind: 'regions', count, value: prediction.score };
}

/** Why there is no model yet, and what would bring one. */
export function waitsText(waits: Waits | null | undefined, ontology: Ontology): string {
  const key = `annotate.model.waits.${waits?.code}`;
  if (!waits || !hasText(key)) return t('annotate.model.none');
  const { class: only, ...params } = waits.params ?? {};
  const named = ontology.labels.map((label) => findClass(label, String(only))).find(Boolean);
  return t(key, { ...params, class: nameOf(named ?? { id: String(only ?? '') }) });
}

/** The probability shown on a queue entry's strip, before the task is opened. */
export const sureness = (sheet: Sheet): number | null => {
  const [guess] = [...sheet.guesses.values()].filter(({ probability }) => probability !== null);
  return guess?.probability ?? sheet.prediction?.score ?? null;
};
export const className = (ontology: Ontology, label: string, id: string | null): string => {
  const found = findLabel(ontology, label);
  return nameOf(findClass(found, id) ?? (id === null && found ? found : { id: id ?? label }));
};
