/** What could come next where the caret stands: a field, an operator, a value, or what joins clauses. */
import { operatorsOf, type FilterField } from './fields';
import { literal, tokens, type Token } from './filter';

export type SuggestionKind = 'field' | 'operator' | 'value' | 'joiner' | 'call';
export interface Suggestion {
  readonly kind: SuggestionKind;
  /** What is written. */
  readonly text: string;
}
export interface Completion {
  /** The part of the text a suggestion replaces. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly Suggestion[];
}

type Expecting =
  | { readonly what: 'field' | 'joiner' }
  | { readonly what: 'operator' | 'value'; readonly field: string; readonly list?: boolean };

const CALL = 'similar_to(';
const MOST = 8;

export function complete(text: string, caret: number, fields: readonly FilterField[]): Completion {
  const before = tokens(text.slice(0, caret));
  const last = before.at(-1);
  const touching =
    last?.to === caret && last.kind !== 'open' && last.kind !== 'close' ? last : undefined;
  const settled = touching ? before.slice(0, -1) : before;
  const typed = touching?.text ?? '';
  const options = offers(expecting(settled), fields).filter((option) => fits(option, typed));
  return { from: touching?.from ?? caret, to: caret, options: options.slice(0, MOST) };
}

/** Writes the suggestion in, with the blank that lets the next word be typed at once. */
export function applySuggestion(
  text: string,
  { from, to }: Completion,
  suggestion: Suggestion,
): { text: string; caret: number } {
  const space = suggestion.kind === 'call' ? '' : ' ';
  const head = text.slice(0, from) + suggestion.text + space;
  return { text: head + text.slice(to).trimStart(), caret: head.length };
}

function expecting(before: readonly Token[]): Expecting {
  let state: Expecting = { what: 'field' };
  for (const token of before) state = after(state, token);
  return state;
}

function after(state: Expecting, token: Token): Expecting {
  const word = token.text.toLowerCase();
  if (token.kind === 'close') return { what: 'joiner' };
  if (token.kind === 'open' || token.kind === 'comma')
    return state.what === 'value' ? { ...state, list: true } : { what: 'field' };
  switch (state.what) {
    case 'field':
      return word === 'not' ? state : { what: 'operator', field: token.text };
    case 'operator':
      return token.kind === 'operator' || word === 'in'
        ? { what: 'value', field: state.field }
        : state;
    case 'value':
      return state.list ? state : { what: 'joiner' };
    case 'joiner':
      return word === 'and' || word === 'or' ? { what: 'field' } : state;
  }
}

function offers(state: Expecting, fields: readonly FilterField[]): Suggestion[] {
  const field = 'field' in state ? fields.find((one) => one.name === state.field) : undefined;
  switch (state.what) {
    case 'field':
      return [
        ...fields.map(({ name }) => ({ kind: 'field' as const, text: name })),
        { kind: 'call', text: CALL },
      ];
    case 'operator':
      return (field ? operatorsOf(field) : []).map((text) => ({ kind: 'operator', text }));
    case 'value':
      return (field?.values ?? []).map((value) => ({
        kind: 'value',
        text: field?.kind === 'name' ? literal(value) : value,
      }));
    case 'joiner':
      return ['and', 'or'].map((text) => ({ kind: 'joiner', text }));
  }
}

const bare = (text: string): string => text.replace(/["']/g, '').toLowerCase();

/** Matches anywhere in the name, so that "version" finds model_version; what is complete is not offered. */
function fits(option: Suggestion, typed: string): boolean {
  return bare(option.text).includes(bare(typed)) && option.text !== typed;
}
