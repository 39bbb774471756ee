import { expect, test } from 'vitest';
import { gainOf } from './gain';
import type { Replay } from './wire';

const outcome = (strategy: string, mean: number, reached = 5, wide = 40) => ({
  strategy,
  labels: { mean, low: mean - wide, high: mean + wide, reached, counts: [] },
  curve: [],
});
const replay = (...outcomes: ReturnType<typeof outcome>[]): Replay => ({
  at: '',
  label: 'kind',
  labels: 900,
  tested: 200,
  seeds: 5,
  full_accuracy: 0.9,
  target: 0.855,
  outcomes,
  seconds: 3,
});

test('fewer is said only where the intervals are apart', () => {
  const apart = gainOf(replay(outcome('random', 780), outcome('margin', 412)), 'random');
  expect(apart).toMatchObject({ kind: 'fewer', best: { strategy: 'margin' } });
  const near = gainOf(replay(outcome('random', 480), outcome('margin', 412)), 'random');
  expect(near?.kind).toBe('open');
});

test('a strategy that misses the target in some runs is not the best by its mean', () => {
  const gain = gainOf(
    replay(outcome('random', 700), outcome('entropy', 100, 3), outcome('margin', 400)),
    'random',
  );
  expect(gain?.best.strategy).toBe('margin');
});

test('nobody reached it, nobody to compare with, nothing at all', () => {
  expect(gainOf(replay(outcome('margin', 900, 2)), 'random')?.kind).toBe('unreached');
  expect(gainOf(replay(outcome('margin', 400)), 'random')?.kind).toBe('alone');
  expect(gainOf(replay(), 'random')).toBeNull();
});
