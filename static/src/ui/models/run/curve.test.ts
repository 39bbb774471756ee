import { expect, test } from 'vitest';
import type { Point, Tried, WholeRun } from '../wire';
import { accuracySeries, bestOf, lossSeries, merged } from './curve';

const point = (epoch: number, validation: number | null = 1 / epoch): Point => ({
  epoch,
  train_loss: 1 / epoch,
  validation_loss: validation,
  validation_accuracy: validation === null ? null : 1 - validation / 2,
  learning_rate: 0.01,
  seconds: epoch,
});
const run = {
  state: 'running',
  curve: [point(1), point(2)],
  log: [],
  tried: [],
} as unknown as WholeRun;

test('epochs that are made again after a resume take their old place', () => {
  const news = { run: '1', state: 'running' as const, points: [point(2, 0.9), point(3)] };
  const found = merged(run, news);
  expect(found.curve.map(({ epoch }) => epoch)).toEqual([1, 2, 3]);
  expect(found.curve[1]!.validation_loss).toBe(0.9);
  expect(found.epoch).toBe(3);
});

test('a line of the log and a state are added to what was known', () => {
  const line = { at: 'now', code: 'pinned', params: {} };
  const found = merged(run, { run: '1', state: 'done', line });
  expect([found.state, found.log, found.curve]).toEqual(['done', [line], run.curve]);
});

test('a trial and a line that the answer held already are there once', () => {
  const line = { at: 'now', code: 'pinned', params: {} };
  const trial = { number: 3, loss: 0.5 } as unknown as Tried;
  const told = { run: '1', state: 'running' as const, line, trial };
  const found = merged(merged(run, told), told);
  expect([found.log, found.tried]).toEqual([[line], [trial]]);
});

test('without validation there is one curve, and no best epoch', () => {
  const alone = [point(1, null), point(2, null)];
  const names = { train: 'train', validation: 'validation' };
  expect(lossSeries(alone, names).map(({ id, tone }) => [id, tone])).toEqual([['train', 'main']]);
  expect(accuracySeries(alone, 'accuracy')).toEqual([]);
  expect(bestOf(alone)).toBeUndefined();
  expect(bestOf([point(1, 0.5), point(2, 0.2), point(3, 0.4)])?.epoch).toBe(2);
});
