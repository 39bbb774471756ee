import { expect, it } from 'vitest';
import { secondsLeft } from './pace';

it('says nothing before a few decisions were made', () => {
  expect(secondsLeft([], 10)).toBeNull();
  expect(secondsLeft([0, 1000, 2000], 10)).toBeNull();
});

it('takes the median, so that one long look counts little', () => {
  expect(secondsLeft([0, 2000, 4000, 6000, 90_000], 10)).toBe(20);
});

it('goes by the latest decisions', () => {
  const slow = Array.from({ length: 10 }, (_, i) => i * 60_000);
  const quick = Array.from({ length: 16 }, (_, i) => 600_000 + i * 1000);
  expect(secondsLeft([...slow, ...quick], 5)).toBe(5);
});

it('takes a break for two minutes at most', () => {
  expect(secondsLeft([0, 3_600_000, 7_200_000, 10_800_000], 1)).toBe(120);
});
