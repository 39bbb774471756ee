import { describe, expect, it } from 'vitest';
import type { Plan } from './wire';
import { costOf, exceedsPool, points, rough } from './words';

const plan = (need: object, hours: object | null = null) =>
  ({ target: 0.9, pool: 300, forecast: { need, hours } }) as unknown as Plan;

describe('costOf', () => {
  it('says labels, time and range', () => {
    const words = costOf(plan({ more: 417, low: 303, high: 904, chance: 1 }, { more: 3.12 }));
    expect(words).toContain('420');
    expect(words).toContain('3.1');
    expect(words).toMatch(/300.*900/);
  });
  it('leaves the far end open where some curves never get there', () => {
    expect(costOf(plan({ more: 417, low: 303, high: null, chance: 0.9 }))).toContain('300');
  });
  it('knows a target that is reached, and one beyond the ceiling', () => {
    expect(costOf(plan({ more: 0, low: 0, high: 0, chance: 1 }))).toContain('reached');
    expect(costOf(plan({ more: null, low: 900, high: null, chance: 0.2 }))).toMatch(/20.?%/);
  });
  it('says nothing without a forecast', () => {
    expect(costOf({ forecast: null } as Plan)).toBe('');
  });
});

it('rough keeps two figures', () => {
  expect([7, 44, 417, 8649].map(rough)).toEqual([7, 44, 420, 8600]);
});

it('exceedsPool compares with the tasks left', () => {
  expect(exceedsPool(plan({ more: 301 }))).toBe(true);
  expect(exceedsPool(plan({ more: 300 }))).toBe(false);
});

it('points are of a hundred', () => {
  expect(points(0.0213)).toBe('2.1');
  expect(points(0.0004)).toBe('0.04');
});
