import { expect, it } from 'vitest';
import { nextStep, shares } from './progress';

const counts = (over = {}) => ({
  tasks: 100,
  done: 40,
  in_progress: 10,
  open: 50,
  annotations: 60,
  skipped: 0,
  accepted: 15,
  ...over,
});

it('each task stands in one part and the parts are the whole', () => {
  const parts = shares(counts());
  expect(parts.map(({ part, count }) => `${part} ${count}`)).toEqual([
    'accepted 15',
    'done 25',
    'in_progress 10',
    'open 50',
  ]);
  expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});
it('an empty project has no shares rather than NaN', () => {
  expect(
    shares(counts({ tasks: 0, done: 0, in_progress: 0, open: 0, accepted: 0 })).every(
      ({ share }) => share === 0,
    ),
  ).toBe(true);
});
it('nextStep goes from import to export', () => {
  expect(nextStep(counts({ tasks: 0 }), 'none')).toBe('import');
  expect(nextStep(counts(), 'none')).toBe('label');
  expect(nextStep(counts({ open: 0, in_progress: 0, done: 100 }), 'required')).toBe('review');
  expect(nextStep(counts({ open: 0, in_progress: 0, done: 100 }), 'none')).toBe('export');
});
