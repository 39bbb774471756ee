import { expect, it } from 'vitest';
import { changesOf, percent, share, worthWith } from './plan';
import type { Plan } from './wire';

const plan = { policy: 'value', most: null, target: 0.95, worth: {} } as unknown as Plan;

it('only what differs is sent', () => {
  expect(changesOf(plan, { ...plan })).toEqual({});
  expect(changesOf(plan, { ...plan, most: 5, worth: { a: 2 } })).toEqual({
    most: 5,
    worth: { a: 2 },
  });
});
it('a share survives the way through a percent field', () => {
  for (const one of [0.05, 0.955, 0.999]) expect(share(percent(one))).toBe(one);
});
it('a class of usual worth is not named', () => {
  expect(worthWith({ a: 2, b: 3 }, 'a', 1)).toEqual({ b: 3 });
  expect(worthWith({}, 'a', 4)).toEqual({ a: 4 });
  expect(worthWith({ a: 2 }, 'a', Number.NaN)).toEqual({});
});
