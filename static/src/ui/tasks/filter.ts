/**
 * The filter language as the table needs it: tokens with places, and the top-level clauses of an
 * `and` chain, so that chips and the strip edit the same text a person types. The server judges.
 */

export type TokenKind =
  'word' | 'string' | 'number' | 'operator' | 'open' | 'close' | 'comma' | 'other';
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ['string', /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?/y],
  ['operator', /!=|<=|>=|!~|=|<|>|~/y],
  ['open', /\(/y],
  ['close', /\)/y],
  ['comma', /,/y],
  ['number', /-?\d+(?:\.\d+)?(?![\w.:-])/y],
  ['word', /[\p{L}\p{N}_][\p{L}\p{N}_.:-]*/uy],
];

export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at]!)) {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at);
    found.push(token);
    at = token.to;
  }
  return found;
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match) return { kind, text: match, from: at, to: at + match.length };
  }
  return { kind: 'other', text: text[at]!, from: at, to: at + 1 };
}

const isWord = (token: Token | undefined, word: string): boolean =>
  token?.kind === 'word' && token.text.toLowerCase() === word;

/** The clauses joined by `and` outside all parentheses; a top-level `or` makes the whole one clause. */
export function clauses(text: string): string[] {
  const all = tokens(text);
  const cuts: Token[] = [];
  let depth = 0;
  for (const token of all) {
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    if (depth === 0 && isWord(token, 'or')) return text.trim() ? [text.trim()] : [];
    if (depth === 0 && isWord(token, 'and')) cuts.push(token);
  }
  const ends = [...cuts.map((cut) => cut.from), text.length];
  const starts = [0, ...cuts.map((cut) => cut.to)];
  return starts.map((from, at) => text.slice(from, ends[at]).trim()).filter(Boolean);
}

export const join = (parts: readonly string[]): string =>
  parts.length < 2
    ? (parts[0] ?? '')
    : parts.map((part) => (hasTopLevelOr(part) ? `(${part})` : part)).join(' and ');

function hasTopLevelOr(text: string): boolean {
  let depth = 0;
  return tokens(text).some((token) => {
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    return depth === 0 && isWord(token, 'or');
  });
}

/** Clauses compare by their tokens, so that blanks do not matter. */
const shape = (clause: string): string =>
  tokens(clause)
    .map((token) => token.text)
    .join(' ');

export const hasClause = (text: string, clause: string): boolean =>
  clauses(text).some((one) => shape(one) === shape(clause));

export function toggleClause(text: string, clause: string): string {
  return hasClause(text, clause)
    ? join(clauses(text).filter((one) => shape(one) !== shape(clause)))
    : join([...clauses(text), clause]);
}

export interface Range {
  readonly low: number;
  readonly high: number;
}
const UNIT: Range = { low: 0, high: 1 };

function boundOf(clause: string, field: string): Partial<Range> | null {
  const [name, operator, value, ...more] = tokens(clause);
  if (more.length || !isWord(name, field) || value?.kind !== 'number') return null;
  if (operator?.text === '>=') return { low: Number(value.text) };
  return operator?.text === '<=' ? { high: Number(value.text) } : null;
}

/** The range of a field from 0 to 1 that the filter asks for; null when it asks for none. */
export function rangeOf(text: string, field: string): Range | null {
  const bounds = clauses(text).flatMap((clause) => boundOf(clause, field) ?? []);
  return bounds.length
    ? bounds.reduce<Range>((range, bound) => ({ ...range, ...bound }), UNIT)
    : null;
}

export function withRange(text: string, field: string, range: Range | null): string {
  const rest = clauses(text).filter((clause) => !boundOf(clause, field));
  const low = range && range.low > 0 ? [`${field} >= ${tidy(range.low)}`] : [];
  const high = range && range.high < 1 ? [`${field} <= ${tidy(range.high)}`] : [];
  return join([...rest, ...low, ...high]);
}

const tidy = (value: number): string => String(Math.round(value * 1000) / 1000);

/** A value as the language writes it. */
export const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `"${value.replace(/[\\"]/g, (sign) => `\\${sign}`)}"` : String(value);
