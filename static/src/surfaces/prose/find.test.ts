import { expect, test } from 'vitest';
import { findAll, hitAfter, mostFound } from './find';

test('case does not matter, and what is searched for is not an expression', () => {
  expect(findAll('A.b a.B axb', 'a.b')).toEqual([
    { from: 0, to: 3 },
    { from: 4, to: 7 },
  ]);
  expect(findAll('what? (yes) [no] a-b', '?')).toHaveLength(1);
  expect(findAll('what? (yes) [no] a-b', 'a-b')).toHaveLength(1);
});

test('a letter whose lower case is longer does not shift the places after it', () => {
  expect(findAll('İİ word', 'word')).toEqual([{ from: 3, to: 7 }]);
});

test('nothing is found for nothing, and no more than can be painted', () => {
  expect(findAll('text', '')).toEqual([]);
  expect(findAll('a'.repeat(mostFound + 10), 'a')).toHaveLength(mostFound);
});

test('after the last hit comes the first', () => {
  const hits = findAll('aXbXc', 'x');
  expect(hitAfter(hits, 2)).toBe(1);
  expect(hitAfter(hits, 4)).toBe(0);
  expect(hitAfter([], 0)).toBe(-1);
});
