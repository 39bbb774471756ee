/** Labeling functions on the page: drafts, what of them is sent, and where the server found fault. */
import type { Place } from '../../live/types';
import { hasText, language, t } from '../../text';
import type { LabelingFunction, OwnLabel } from './wire';

/** As it is typed: words as one text, a line or a comma between them. */
export interface FunctionDraft {
  id: string;
  label: string;
  class: string;
  kind: 'regex' | 'words';
  typed: string;
  ignores_case: boolean;
}

export const toDraft = (given: LabelingFunction): FunctionDraft => ({
  id: given.id,
  label: given.label,
  class: given.class,
  kind: given.kind,
  typed: given.kind === 'words' ? (given.words ?? []).join(', ') : (given.pattern ?? ''),
  ignores_case: given.ignores_case ?? true,
});

export function toFunction(draft: FunctionDraft): LabelingFunction {
  const { typed, ...rest } = draft;
  // Messages call it by what it looks for.
  const name = typed.trim().slice(0, 40) || draft.id;
  return draft.kind === 'words'
    ? { ...rest, name, words: wordsOf(typed) }
    : { ...rest, name, pattern: typed };
}

export const wordsOf = (typed: string): string[] =>
  typed
    .split(/[,，、;；\n]/)
    .map((word) => word.trim())
    .filter(Boolean);

export function newDraft(labels: readonly OwnLabel[], taken: readonly string[]): FunctionDraft {
  let number = taken.length + 1;
  while (taken.includes(`f${number}`)) number++;
  const label = labels[0];
  return {
    id: `f${number}`,
    label: label?.id ?? '',
    class: label?.classes[0]?.id ?? '',
    kind: 'words',
    typed: '',
    ignores_case: true,
  };
}

/** What is wrong with the n-th function; the server says exactly, in English. */
export function faultOf(places: readonly Place[], at: number): string | undefined {
  const found = places.find(({ pointer }) => pointer?.startsWith(`/options/functions/${at}/`));
  const part = found?.pointer?.split('/')[4];
  const key = `prelabelers.functions.fault.${part}`;
  return found && language() !== 'en' && hasText(key)
    ? `${t(key)} (${found.detail})`
    : found?.detail;
}
