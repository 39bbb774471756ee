import { expect, test } from 'vitest';
import { isMedia, measuresOf, wordsOf } from './glimpse';

test('a dialogue says its first words, and who said them', () => {
  const turns = [
    { role: 'system', content: '' },
    { role: 'user', content: 'Where is my parcel?' },
  ];
  expect(wordsOf(turns)).toBe('user: Where is my parcel?');
  expect(wordsOf({ turns })).toBe('user: Where is my parcel?');
  expect(measuresOf(turns)).toEqual(['2 turns']);
});

test('a table says its columns, and how many rows it has', () => {
  const grid = { columns: ['city', { name: 'people' }], rows: [['Oslo', 1]] };
  expect(wordsOf(grid)).toBe('city · people');
  expect(measuresOf(grid)).toEqual(['1 row']);
  expect(measuresOf([{ a: 1 }, { a: 2 }])).toEqual(['2 rows']);
});

test('a file says what its decoder counted, as a number or one by one', () => {
  const file = (facts: Record<string, unknown>, duration?: number) => ({
    url: '/media/assets/1/original',
    type: 'x/y',
    facts,
    ...(duration === undefined ? {} : { duration }),
  });
  expect(measuresOf(file({ pages: [[595, 842]] }))).toEqual(['1 page']);
  expect(measuresOf(file({ points: 124000 }))).toEqual(['124,000 points']);
  expect(measuresOf(file({ depth: 64 }))).toEqual(['64 slices']);
  expect(measuresOf(file({}, 75))).toEqual(['1 min 15 s']);
  expect(wordsOf(file({}))).toBeNull();
});

test('any other object says nothing', () => {
  expect(wordsOf({ a: 1 })).toBeNull();
  expect(measuresOf({ a: 1 })).toEqual([]);
  expect(measuresOf(undefined)).toEqual([]);
  expect(isMedia(null)).toBe(false);
});
