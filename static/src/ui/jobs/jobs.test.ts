import { describe, expect, it } from 'vitest';
import type { Job } from '../../live/types';
import {
  health,
  isLive,
  isLost,
  reportCounts,
  secondsWorked,
  withJob,
  type WorkerBeat,
} from './jobs';

const job = (over: Partial<Job>): Job => ({
  id: '1',
  kind: 'import',
  name: 'x',
  project: null,
  state: 'running',
  progress: { done: 0, total: null, rate: null, eta_s: null },
  message: '',
  report: null,
  file: null,
  error: null,
  worker: null,
  created_by: null,
  created_at: '2026-01-01T00:00:00Z',
  started_at: null,
  finished_at: null,
  ...over,
});
const worker = (over: Partial<WorkerBeat>): WorkerBeat => ({
  id: 'w',
  kind: 'worker',
  queue: 'default',
  pid: 1,
  host: 'h',
  started_at: '2026-01-01T00:00:00Z',
  seen_at: '2026-01-01T00:00:00Z',
  alive: true,
  running: null,
  version: '1',
  ...over,
});

it('a job is live until it has ended, however it ended', () => {
  expect(
    (['queued', 'running', 'done', 'failed', 'cancelled'] as const).map((state) =>
      isLive({ state }),
    ),
  ).toEqual([true, true, false, false, false]);
});
it('secondsWorked counts to the end, or to now', () => {
  const started_at = '2026-01-01T00:00:10Z';
  expect(secondsWorked(job({}), 0)).toBeNull();
  expect(secondsWorked(job({ started_at, finished_at: '2026-01-01T00:00:25Z' }), 0)).toBe(15);
  expect(secondsWorked(job({ started_at }), Date.parse('2026-01-01T00:00:12Z'))).toBe(2);
});
it('a running job is lost once its worker is not seen any more', () => {
  const one = job({ worker: 'w' });
  expect(isLost(one, [worker({ id: 'w' })])).toBe(false);
  expect(isLost(one, [worker({ id: 'w', alive: false })])).toBe(true);
  expect(isLost(one, [worker({ id: 'other' })])).toBe(true);
  expect(isLost(one, null)).toBe(false);
  expect(isLost(job({ worker: 'w', state: 'done' }), [])).toBe(false);
});
it('withJob replaces in place and puts a new one first', () => {
  const [a, b] = [job({ id: 'a' }), job({ id: 'b' })];
  expect(
    withJob([a, b], job({ id: 'b', state: 'done' })).map(({ id, state }) => id + state),
  ).toEqual(['arunning', 'bdone']);
  expect(withJob([a], b).map(({ id }) => id)).toEqual(['b', 'a']);
});
it('reportCounts names what happened and hides zeros, but not "created 0"', () => {
  expect(reportCounts(job({ report: { created: 0, skipped: 3, failed: 0, odd: 'x' } }))).toEqual([
    ['created', 0],
    ['skipped', 3],
  ]);
  expect(reportCounts(job({}))).toEqual([]);
});
describe('health', () => {
  it('shows the living and hides their dead', () => {
    const [, workers] = health([worker({ id: 'old', alive: false }), worker({ id: 'new' })]);
    expect([workers?.alive, workers?.workers.map(({ id }) => id)]).toEqual([true, ['new']]);
  });
  it('a living lane does not stand in for a dead one', () => {
    const [, workers] = health([
      worker({ id: 'a' }),
      worker({ id: 'b', queue: 'learning', alive: false }),
    ]);
    expect([workers?.alive, workers?.workers.map(({ id }) => id)]).toEqual([false, ['a', 'b']]);
  });
  it('takes the web process for alive, since it answered', () => {
    expect(health([])[0]).toEqual({ kind: 'web', workers: [], alive: true });
  });
  it('shows the last seen of a kind that is dead, and says when there never was one', () => {
    const [, workers, serving] = health([
      worker({ id: 'a', alive: false, seen_at: '2026-01-01T00:00:00Z' }),
      worker({ id: 'b', alive: false, seen_at: '2026-02-01T00:00:00Z' }),
    ]);
    expect([
      workers?.alive,
      workers?.workers.map(({ id }) => id),
      serving?.alive,
      serving?.workers,
    ]).toEqual([false, ['b'], false, []]);
  });
});
