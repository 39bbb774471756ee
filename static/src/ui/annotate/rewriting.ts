/** What a rewrite starts from: a text, or the last answer of a dialogue. */
import { turnsOf } from '../../surfaces/dialogue/turns';
import type { FieldValue } from '../../surfaces';

export function lastAnswer(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const turns = turnsOf(value as FieldValue).filter(({ text }) => text !== '');
  return (turns.findLast(({ part }) => part === 'assistant') ?? turns.at(-1))?.text ?? '';
}
