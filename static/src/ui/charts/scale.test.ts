import { describe, expect, it, test } from 'vitest';
import { digitsOf, extent, linear, roundSpan, roundStep, ticks } from './scale';

describe('linear', () => {
  it('maps the domain onto the range and back', () => {
    const x = linear([10, 20], [0, 100]);
    expect(x(15)).toBe(50);
    expect(x.invert(25)).toBe(12.5);
  });
  it('puts everything at the start when the domain is a point', () => {
    const x = linear([3, 3], [40, 90]);
    expect(x(3)).toBe(40);
    expect(x.invert(70)).toBe(3);
  });
  it('runs downwards for a screen y axis', () => {
    expect(linear([0, 1], [200, 0])(0.25)).toBe(150);
  });
});

describe('ticks', () => {
  it('names round values only, both ends included', () => {
    expect(ticks([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticks([0, 47], 5)).toEqual([0, 10, 20, 30, 40]);
  });
  it('does not drift in the last digit', () => {
    expect(ticks([0, 0.5], 5)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
  });
  it('steps by 1, 2 or 5', () => {
    expect([roundStep([0, 10], 10), roundStep([0, 23], 10), roundStep([0, 500], 10)]).toEqual([
      1, 2, 50,
    ]);
  });
  it('survives a span of no width', () => {
    expect(ticks([2, 2], 4)).toEqual([2]);
  });
});

it('roundSpan widens to round values and never collapses', () => {
  expect(roundSpan([0.63, 0.97], 4)).toEqual([0.6, 1]);
  expect(roundSpan([5, 5], 4)).toEqual([5, 6]);
});

it('extent ignores what is missing', () => {
  expect(extent([null, 3, undefined, -1, NaN])).toEqual([-1, 3]);
  expect(extent([null])).toBeNull();
});

test('ticks of a narrow span are named with the digits that tell them apart', () => {
  const percent = (value: number, digits: number) => (value * 100).toFixed(digits);
  expect(digitsOf([0.985, 0.99, 0.995, 1], percent)).toBe(1);
  expect(digitsOf([0.5, 0.6, 0.7], percent)).toBe(0);
  expect(digitsOf([0.5, 0.5], percent)).toBe(3);
});
