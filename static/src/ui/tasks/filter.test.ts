import { describe, expect, it } from 'vitest';
import {
  clauses,
  hasClause,
  join,
  literal,
  rangeOf,
  toggleClause,
  tokens,
  withRange,
} from './filter';

describe('tokens', () => {
  it('know their places', () => {
    expect(tokens('state != "a \\" b"').map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['word', 0, 5],
      ['operator', 6, 8],
      ['string', 9, 17],
    ]);
  });
  it('take an open string to the end and keep dates whole', () => {
    expect(tokens('text ~ "refu').at(-1)).toMatchObject({ kind: 'string', from: 7, to: 12 });
    expect(tokens('updated > 2026-01-02').at(-1)).toMatchObject({
      kind: 'word',
      text: '2026-01-02',
    });
  });
  it('read names in any script', () => {
    expect(tokens('标签 = 1')[0]).toMatchObject({ kind: 'word', text: '标签' });
  });
});

describe('clauses', () => {
  it('split at and, not inside parentheses or strings', () => {
    expect(clauses('a = 1 and (b = 2 and c = 3) and d ~ "x and y"')).toEqual([
      'a = 1',
      '(b = 2 and c = 3)',
      'd ~ "x and y"',
    ]);
  });
  it('keep a top-level or whole', () => {
    expect(clauses('a = 1 and b = 2 or c = 3')).toEqual(['a = 1 and b = 2 or c = 3']);
  });
  it('are none for an empty filter', () => {
    expect(clauses('  ')).toEqual([]);
  });
});

describe('chips', () => {
  it('add a clause and take it away again, however it is spaced', () => {
    const on = toggleClause('text ~ "x"', 'state = "done"');
    expect(on).toBe('text ~ "x" and state = "done"');
    expect(hasClause('state="done"', 'state = "done"')).toBe(true);
    expect(toggleClause('state="done" and text ~ "x"', 'state = "done"')).toBe('text ~ "x"');
  });
  it('keep the meaning of an or they are added to', () => {
    expect(toggleClause('a = 1 or b = 2', 'c = 3')).toBe('(a = 1 or b = 2) and c = 3');
    expect(join(['a = 1 or b = 2'])).toBe('a = 1 or b = 2');
  });
});

describe('the strip', () => {
  it('reads its range from the text', () => {
    expect(rangeOf('uncertainty >= 0.4 and uncertainty <= 0.6', 'uncertainty')).toEqual({
      low: 0.4,
      high: 0.6,
    });
    expect(rangeOf('uncertainty >= 0.4', 'uncertainty')).toEqual({ low: 0.4, high: 1 });
    expect(rangeOf('score >= 0.4', 'uncertainty')).toBeNull();
  });
  it('writes its range and leaves the rest alone', () => {
    expect(
      withRange('uncertainty >= 0.1 and state = "open"', 'uncertainty', { low: 0.4, high: 0.6 }),
    ).toBe('state = "open" and uncertainty >= 0.4 and uncertainty <= 0.6');
    expect(withRange('state = "open" and uncertainty >= 0.4', 'uncertainty', null)).toBe(
      'state = "open"',
    );
  });
  it('says nothing of a bound that is the end of the scale', () => {
    expect(withRange('', 'score', { low: 0, high: 0.3 })).toBe('score <= 0.3');
  });
});

it('literal escapes quotes and backslashes', () => {
  expect(literal('say "hi" \\ bye')).toBe('"say \\"hi\\" \\\\ bye"');
  expect(literal(3)).toBe('3');
});
