import { expect, it } from 'vitest';
import { pieces } from './pieces';

it('the pieces are the whole text, blanks and all', () => {
  const text = '  state = "done"  and not (a<3) ';
  expect(
    pieces(text, { from: 4, to: 9 })
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
  expect(pieces('', null)).toEqual([]);
});
it('names, values and joiners have their tones', () => {
  expect(
    pieces('a = "b" and c > 2', null)
      .filter(({ text }) => text.trim())
      .map(({ text, tone }) => `${text}:${tone}`),
  ).toEqual(['a:field', '=:plain', '"b":value', 'and:joiner', 'c:field', '>:plain', '2:value']);
});
it('the mark splits a piece', () => {
  expect(pieces('state', { from: 2, to: 5 }).map(({ text, wrong }) => [text, wrong])).toEqual([
    ['st', false],
    ['ate', true],
  ]);
});
