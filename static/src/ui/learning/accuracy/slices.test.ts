import { expect, test } from 'vitest';
import { sliceName } from './slices';

test('a slice is called by what its tasks have in common', () => {
  expect(sliceName({ facet: 'meta.source', value: 'phone' })).toBe('source: phone');
  expect(sliceName({ facet: 'meta.year', value: [1990, 2000.5] })).toBe('year: 1,990 to 2,000.5');
  expect(sliceName({ facet: 'group', value: 3 })).toBe('Group 3 of the map');
  expect(sliceName({ facet: 'length', value: [10, 40] })).toBe('Texts of 10 to 40 characters');
});
