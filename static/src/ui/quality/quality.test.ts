import { describe, expect, it } from 'vitest';
import { about, gradeOf, pairTable, shade, sortRows, votesOf } from './quality';
import type { AnnotatorRow, ConsensusRow } from './wire';

const user = (id: string, name = '') => ({ id, username: `u${id}`, name });
const row = (id: string, over: Partial<AnnotatorRow>): AnnotatorRow => ({
  user: user(id),
  is_member: true,
  count: 0,
  skipped: 0,
  accuracy: null,
  low: null,
  high: null,
  judged: 0,
  consistency: null,
  patterns: [],
  worked_seconds: 0,
  seconds_low: null,
  seconds_high: null,
  median_seconds: null,
  per_hour: null,
  agreement: null,
  agreement_n: 0,
  gold_accuracy: null,
  gold_low: null,
  gold_high: null,
  gold_n: 0,
  last_active: null,
  ...over,
});
const ids = (rows: AnnotatorRow[]) => rows.map((one) => one.user.id).join('');

describe('pairTable', () => {
  it('is symmetric, empty on the diagonal and where nothing is shared', () => {
    const [ada, bob, cat] = [user('1', 'Ada'), user('2', 'Bob'), user('3', 'Cat')];
    const { people, cells } = pairTable([
      { a: cat, b: ada, value: 0.8, tasks: 9 },
      { a: ada, b: bob, value: 0.5, tasks: 4 },
    ]);
    expect(people.map(({ name }) => name)).toEqual(['Ada', 'Bob', 'Cat']);
    expect(cells.map((line) => line.map((cell) => cell?.value ?? null))).toEqual([
      [null, 0.5, 0.8],
      [0.5, null, null],
      [0.8, null, null],
    ]);
  });
  it('is empty for one annotator', () => {
    expect(pairTable([])).toEqual({ people: [], cells: [] });
  });
});

it('sortRows puts the unknown last, whichever way', () => {
  const rows = [row('1', { agreement: 0.5 }), row('2', {}), row('3', { agreement: 0.9 })];
  expect([ids(sortRows(rows, 'agreement')), ids(sortRows(rows, '-agreement'))]).toEqual([
    '132',
    '312',
  ]);
});
it('gradeOf follows the usual thresholds', () => {
  expect([gradeOf(0.8), gradeOf(0.7), gradeOf(0.66)]).toEqual(['good', 'fair', 'poor']);
});
it('shade keeps negative agreement blank', () => {
  expect([shade(-0.2), shade(0.4), shade(null)]).toEqual([0, 0.4, null]);
});
it('votesOf counts either shape', () => {
  expect([
    votesOf({ votes: 3 } as ConsensusRow),
    votesOf({ votes: { a: 2, b: 1 } } as unknown as ConsensusRow),
  ]).toEqual([3, 3]);
});
it('about keeps two digits, for nobody knows the others', () => {
  expect([about(3127), about(41.4), about(7.26), about(0)]).toEqual([3100, 41, 7.3, 0]);
});
