import { describe, expect, it } from 'vitest';
import { activeVersion, barFilter, curveSeries, forward, onlyClass, stageOf } from './figures';
import type { Learning, ModelVersion } from './wire';

const version = (number: number, active = false) => ({ number, active }) as ModelVersion;
const stage = (over: Partial<Learning>) =>
  stageOf({
    state: 'ready',
    target: { label: 'topic', kind: 'choice', classes: [{ id: 'a', name: 'Animal' }] },
    balance: [],
    new_labels: 4,
    retrain_after: 10,
    job: null,
    ...over,
  });
const row = (name: string, labelled: number) => ({ class: name, labelled, predicted: 0 });

describe('stageOf', () => {
  it('says how many labels the next training is away', () => {
    expect(stage({})).toEqual({ stage: 'waiting', missing: 6 });
    expect(stage({ new_labels: 14 })).toEqual({ stage: 'due', missing: 0 });
    expect(stage({ state: 'cold', new_labels: 7 })).toEqual({ stage: 'cold', missing: 3 });
  });
  it('more labels of one class bring no first model', () => {
    const balance = [row('a', 70), row('b', 0)];
    expect(stage({ state: 'cold', balance }).stage).toBe('one_class');
    expect(stage({ state: 'ready', balance }).stage).toBe('waiting');
    expect(stage({ state: 'cold', balance: [row('a', 1), row('b', 1)] }).stage).toBe('cold');
    expect(stage({ state: 'cold', balance, target: null }).stage).toBe('cold');
  });
  it('a running job is training, whatever the state says', () => {
    expect(stage({ job: { state: 'running' } as Learning['job'] }).stage).toBe('training');
    expect(stage({ job: { state: 'done' } as Learning['job'] }).stage).toBe('waiting');
    expect(stage({ state: 'off', job: { state: 'running' } as Learning['job'] }).stage).toBe('off');
  });
});

it('onlyClass names the class as people do, and only where one is chosen', () => {
  const classes = [{ id: 'a', name: 'Animal' }];
  const target = { label: 'topic', kind: 'choice', classes };
  expect(onlyClass({ target, balance: [row('a', 3)] })).toBe('Animal');
  expect(onlyClass({ target, balance: [row('z', 3)] })).toBe('z');
  expect(onlyClass({ target: { ...target, kind: 'span' }, balance: [row('a', 3)] })).toBeNull();
});

it('activeVersion is the one in use, else the newest', () => {
  expect(activeVersion({ versions: [version(1, true), version(2)] })?.number).toBe(1);
  expect(activeVersion({ versions: [version(1), version(2)] })?.number).toBe(2);
  expect(activeVersion({ versions: [] })).toBeUndefined();
});

it('barFilter is the filter of the task table', () => {
  expect(barFilter({ low: 0.4, high: 0.45 })).toBe(
    'state = "open" and score >= 0.4 and score < 0.45',
  );
  expect(barFilter({ low: 0.95, high: 1 })).toBe('state = "open" and score >= 0.95');
});

it('curveSeries draws a point for every version that was measured', () => {
  const curve = [{ labels: 10, accuracy: 0.5, low: null, high: null }];
  expect(curveSeries({ curve }, 'm')).toEqual([
    { id: 'model', name: 'm', tone: 'main', points: [{ x: 10, y: 0.5, low: null, high: null }] },
  ]);
});

it('forward leaves out what was measured with labels that were withdrawn since', () => {
  const at = (...counts: number[]) => counts.map((labels) => ({ labels }));
  expect(forward(at(10, 20, 30, 18, 25))).toEqual(at(10, 18, 25));
  expect(forward(at(10, 20, 20))).toEqual(at(10, 20));
  expect(forward(at(10, 20, 30))).toEqual(at(10, 20, 30));
});
