import { expect, it } from 'vitest';
import { nearest, spread } from './spread';

it('spread leaves names that do not meet where they are', () => {
  expect(spread([10, 40], 14, 0, 100)).toEqual([10, 40]);
});
it('spread moves names apart and keeps their order', () => {
  expect(spread([50, 48], 14, 0, 100)).toEqual([62, 48]);
});
it('spread stays within the plot', () => {
  expect(spread([98, 97], 14, 0, 100)).toEqual([100, 86]);
});
it('nearest finds the closest value', () => {
  expect(nearest([0, 10, 30], 22)).toBe(2);
  expect(nearest([], 1)).toBe(-1);
});
