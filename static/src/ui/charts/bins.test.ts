import { expect, it } from 'vitest';
import { binsOf, countWithin, heightOf, isAmbiguous, unknownBand } from './bins';

const bins = binsOf([0, 0.25, 0.5, 0.75, 1], [10, 20, 30, 40]);

it('countWithin shares a bin that straddles the band', () => {
  expect(countWithin(bins, [0.25, 0.625])).toBe(35);
  expect(countWithin(bins, [0, 1])).toBe(100);
  expect(countWithin(bins, [0.9, 0.9])).toBe(0);
});
it('what lies below the half-light is not known either', () => {
  const two = binsOf([0, 0.4, 0.6, 1], [0, 5, 9]);
  expect(unknownBand(two, [0.4, 0.6])).toEqual([0.4, 0.6]);
  expect(unknownBand(binsOf([0, 0.4, 0.6, 1], [3, 5, 9]), [0.4, 0.6])).toEqual([0, 0.6]);
});
it('isAmbiguous goes by the middle of the bin', () => {
  expect(bins.map((bin) => isAmbiguous(bin, [0.4, 0.7]))).toEqual([false, false, true, false]);
});
it('heightOf keeps the smallest bin visible and an empty one empty', () => {
  expect([heightOf(0, 100, 80), heightOf(1, 10_000, 80), heightOf(100, 100, 80)]).toEqual([
    0, 2, 80,
  ]);
});
