import { expect, it } from 'vitest';
import { certified, digitsOf, groupsOf, seen, stepsOf, topOf } from './figures';
import type { Look, Step } from './wire';

const step = (group: number, threshold: number, more: Partial<Step> = {}): Step => ({
  group,
  threshold,
  sample: 100,
  wrong: 0,
  accepts: 10,
  upper: 0.03,
  is_certified: true,
  ...more,
});
const look = { steps: [step(1, 0.9), step(0, 0.99), step(0, 0.8)] } as unknown as Look;

it('digitsOf keeps what tells a share from nearly all', () => {
  expect([0.5, 0.12, 0.05, 0.995, 0.9995, 1, 0].map(digitsOf)).toEqual([0, 0, 1, 2, 3, 0, 0]);
});
it('groups come in order, each with its own steps', () => {
  expect(groupsOf(look)).toEqual([0, 1]);
  expect(stepsOf(look, 0).map((one) => one.threshold)).toEqual([0.99, 0.8]);
});
it('the certified step is the lowest that passed', () => {
  const steps = [step(0, 0.99), step(0, 0.9), step(0, 0.8, { is_certified: false })];
  expect(certified(steps)?.threshold).toBe(0.9);
  expect(certified([])).toBeNull();
});
it('errors seen are none where nothing was audited', () => {
  expect(seen(step(0, 0.9, { wrong: 3 }))).toBe(0.03);
  expect(seen(step(0, 0.9, { sample: 0 }))).toBeNull();
});
it('the axis shows the bound with room above it, and all errors that were seen', () => {
  expect(topOf([step(0, 0.9)], 0.01)).toBe(0.04);
  expect(topOf([step(0, 0.9, { wrong: 50 })], 0.01)).toBeCloseTo(0.65);
});
