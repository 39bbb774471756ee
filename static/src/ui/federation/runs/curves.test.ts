import { expect, test } from 'vitest';
import type { Round, SharedModel } from '../wire';
import { curvesOf } from './curves';

const round = (number: number, part: Partial<Round>): Round => ({
  id: String(number),
  run: '1',
  number,
  state: 'done',
  reason: null,
  sites: [],
  adopted: [],
  refused: {},
  holdout: 50,
  accuracy: 0.5,
  loss: null,
  by_site: {},
  sent_bytes: 0,
  received_bytes: 0,
  epsilon: 0,
  seconds: 1,
  model: number,
  began_at: '',
  ...part,
});
const model = (part: Partial<SharedModel>): SharedModel => ({
  id: '1',
  number: 1,
  run: '1',
  round: 1,
  accuracy: null,
  low: null,
  high: null,
  holdout: 0,
  size_bytes: 0,
  sha256: '',
  created_at: '',
  ...part,
});

test('a round is drawn at the model it began with, and the last model behind it', () => {
  const [all] = curvesOf(
    [round(1, { accuracy: 0.2 }), round(2, { accuracy: 0.6 })],
    [model({ number: 1 }), model({ number: 2, round: 2, accuracy: 0.8, low: 0.7, high: 0.9 })],
    'all',
  );
  expect(all?.points.map(({ x, y }) => [x, y])).toEqual([
    [0, 0.2],
    [1, 0.6],
    [2, 0.8],
  ]);
});

test('attempts that failed are no points, and a site that was away leaves a gap', () => {
  const lines = curvesOf(
    [
      round(1, { by_site: { north: { accuracy: 0.3 } } }),
      round(2, { state: 'failed', accuracy: null }),
      round(3, { by_site: { south: { accuracy: 0.4 } } }),
    ],
    [],
    'all',
  );
  expect(lines.map(({ id, points }) => [id, points.map(({ x }) => x)])).toEqual([
    ['all', [0, 1]],
    ['north', [0]],
    ['south', [1]],
  ]);
});
