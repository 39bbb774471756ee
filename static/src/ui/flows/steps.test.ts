import { expect, it } from 'vitest';
import { faultsAt, moved, newStep, valueOf, withValue } from './steps';
import type { StepKind } from './wire';

const KEEP: StepKind = {
  id: 'keep',
  asks_model: false,
  settings: [
    { name: 'least', kind: 'number', default: 0.3, low: 0, high: 1 },
    { name: 'classes', kind: 'names', default: '' },
  ],
};

it('begins a step with what its kind begins with', () => {
  expect(newStep(KEEP, [], 'text')).toEqual({ step: 'keep', least: 0.3, classes: '' });
  const model = { id: 'model', asks_model: true, settings: [] };
  expect(newStep(model, [], 'text')).toEqual({ step: 'model', model: '' });
});

it('begins with a model that reads what comes and is installed', () => {
  const model = { id: 'model', asks_model: true, settings: [] };
  const known = { title: '', fills: [], missing: [], options: [] };
  const models = [
    { ...known, id: 'words', reads: ['text'] },
    { ...known, id: 'absent', reads: ['image'], missing: ['cv2'] },
    { ...known, id: 'faces', reads: ['image'] },
  ];
  expect(newStep(model, models, 'image')).toEqual({ step: 'model', model: 'faces' });
  expect(newStep(model, models, 'series')).toEqual({ step: 'model', model: 'words' });
});

it('leaves an emptied setting to the server', () => {
  const step = withValue({ step: 'keep', least: 0.5 }, 'least', '');
  expect(step).toEqual({ step: 'keep' });
  expect(valueOf(step, KEEP.settings[0]!)).toBe(0.3);
  expect(withValue(step, 'least', 0.7)).toEqual({ step: 'keep', least: 0.7 });
});

it('moves a step, and nowhere beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
});

it('finds what is wrong with a step by its place', () => {
  const places = [
    { pointer: '/steps/1/model', detail: 'no' },
    { pointer: '/steps/1', detail: 'not here' },
    { pointer: '/steps/11', detail: 'another' },
  ];
  expect([...faultsAt(places, 1).keys()]).toEqual(['model', '']);
});
