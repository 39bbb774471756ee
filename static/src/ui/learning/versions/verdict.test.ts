import { expect, test } from 'vitest';
import { verdictOf } from './verdict';

const holdout = (low: number, high: number, first_only = 3, second_only = 5) => ({
  tasks: 50,
  first: { value: 0.8, low: 0.7, high: 0.9 },
  second: { value: 0.84, low: 0.7, high: 0.9 },
  both: 40,
  first_only,
  second_only,
  neither: 2,
  difference: { value: 0.04, low, high },
  differing: [],
});

test('better and worse are said only where the whole interval says so', () => {
  expect(verdictOf(holdout(0.01, 0.1))).toBe('better');
  expect(verdictOf(holdout(-0.1, -0.01))).toBe('worse');
  expect(verdictOf(holdout(-0.02, 0.1))).toBe('open');
  expect(verdictOf(holdout(-0.02, 0.02, 0, 0))).toBe('same');
});
