import { expect, it } from 'vitest';
import { piecesOf } from './pieces';

const cut = [false, false] as const;

it('cuts a text at both spans', () => {
  expect(piecesOf({ text: 'a big cat', cut, given: [2, 5], suggested: [2, 9] })).toEqual([
    { text: 'a ', given: false, suggested: false },
    { text: 'big', given: true, suggested: true },
    { text: ' cat', given: false, suggested: true },
  ]);
});

it('counts code points, not halves of them', () => {
  expect(piecesOf({ text: '🐈cat', cut, suggested: [1, 4] }).map(({ text }) => text)).toEqual([
    '🐈',
    'cat',
  ]);
});

it('leaves a text without spans whole', () => {
  expect(piecesOf({ text: 'cat', cut })).toHaveLength(1);
});
