import { expect, test } from 'vitest';
import { addressIn, isMapped, mapColumn } from './choices';

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

test('only a text that is an address and nothing else can be fetched', () => {
  expect(addressIn(' https://example.org/tasks.json\n')).toBe('https://example.org/tasks.json');
  expect(addressIn('https://example.org/a https://example.org/b')).toBe('');
  expect(addressIn('See https://example.org')).toBe('');
  expect(addressIn('javascript:alert(1)')).toBe('');
});
