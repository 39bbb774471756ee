import { expect, test } from 'vitest';
import { isMapped, mapColumn } from './choices';

test('a field is filled by one column only', () => {
  expect(mapColumn({ a: 'text', b: null }, 'b', 'text')).toEqual({ a: null, b: 'text' });
});

test('leaving a column out changes no other', () => {
  expect(mapColumn({ a: 'text', b: null }, 'b', null)).toEqual({ a: 'text', b: null });
});

test('a table needs a column for a field; other formats have no columns', () => {
  expect(isMapped(['a'], { a: null })).toBe(false);
  expect(isMapped(['a', 'b'], { b: 'text' })).toBe(true);
  expect(isMapped([], {})).toBe(true);
});
