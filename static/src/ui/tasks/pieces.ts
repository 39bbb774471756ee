/** A filter cut into coloured pieces that together are the very same text. */
import type { Mark } from './errorPlace';
import { tokens, type Token } from './filter';

export type Tone = 'field' | 'value' | 'joiner' | 'plain';
export interface Piece {
  readonly text: string;
  readonly tone: Tone;
  readonly wrong: boolean;
}

export function pieces(text: string, mark: Mark | null): Piece[] {
  const all = tokens(text);
  const cuts = new Set([
    0,
    text.length,
    ...all.flatMap(({ from, to }) => [from, to]),
    ...(mark ? [mark.from, mark.to] : []),
  ]);
  const edges = [...cuts].filter((cut) => cut <= text.length).sort((a, b) => a - b);
  return edges.slice(1).map((to, at) => {
    const from = edges[at]!;
    const index = all.findIndex((token) => token.from <= from && to <= token.to);
    return {
      text: text.slice(from, to),
      tone: toneOf(all[index], all[index + 1]),
      wrong: mark !== null && from >= mark.from && to <= mark.to,
    };
  });
}

function toneOf(token: Token | undefined, next: Token | undefined): Tone {
  if (token?.kind === 'string' || token?.kind === 'number') return 'value';
  if (token?.kind !== 'word') return 'plain';
  if (/^(and|or|not|in)$/i.test(token.text)) return 'joiner';
  return next?.kind === 'operator' || next?.kind === 'open' || /^in$/i.test(next?.text ?? '')
    ? 'field'
    : 'value';
}
