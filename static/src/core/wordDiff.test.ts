import { expect, test } from 'vitest';
import { differing, wordDiff } from './wordDiff';

const shown = (a: string, b: string): string =>
  wordDiff(a, b)
    .map(({ kind, text }) => ({ same: text, gone: `[-${text}]`, new: `[+${text}]` })[kind])
    .join('');

test('words that changed stand beside one another, what is gone first', () => {
  expect(shown('The cat sat down.', 'The dog sat down.')).toBe('The [-cat][+dog] sat down.');
  expect(shown('one two three', 'one three')).toBe('one [-two ]three');
  expect(shown('', 'all new')).toBe('[+all new]');
  expect(shown('same', 'same')).toBe('same');
});

test('both texts can be read out of the pieces, whatever they are', () => {
  const samples = [
    'a b c d e',
    'e d c b a',
    'b c x d',
    '',
    'a  b',
    '他在北京工作',
    '她在上海工作。',
  ];
  for (const a of samples)
    for (const b of samples) {
      const pieces = wordDiff(a, b);
      const side = (not: string) =>
        pieces.flatMap(({ kind, text }) => (kind === not ? [] : text)).join('');
      expect(side('new')).toBe(a);
      expect(side('gone')).toBe(b);
    }
});

test('stretches say where each text has what the other has not', () => {
  const found = differing('I like red wine', 'I like white wine');
  expect(found).toEqual({ a: [{ from: 7, to: 10 }], b: [{ from: 7, to: 12 }] });
});

test('texts with nothing in common are not compared for ever', () => {
  const a = Array.from({ length: 6000 }, (_, i) => `a${i}`).join(' ');
  const b = Array.from({ length: 6000 }, (_, i) => `b${i}`).join('-');
  expect(wordDiff(a, b).map(({ kind }) => kind)).toEqual(['gone', 'new']);
});
