import { expect, test } from 'vitest';
import { areaOf } from '.';
import { flood, maskOf, merged, resized, type Pixels } from './flood';
import { decode } from './rle';

/** Greys of one digit, ten times as bright. */
const grey = (...rows: string[]): Pixels => {
  const [height, width] = [rows.length, rows[0]!.length];
  const data = new Uint8ClampedArray(width * height * 4);
  rows.forEach((row, y) =>
    [...row].forEach((sign, x) =>
      data.fill(+sign * 10, (y * width + x) * 4, (y * width + x) * 4 + 3),
    ),
  );
  return { width, height, data };
};
const picture = grey('11911', '12911', '11999', '11111');

test('it stops where the colour changes by more than the tolerance', () => {
  expect(areaOf(maskOf(flood(picture, 0, 0, 0)))).toBe(10);
  expect(areaOf(maskOf(flood(picture, 0, 0, 10)))).toBe(11);
  expect(areaOf(maskOf(flood(picture, 0, 0, 80)))).toBe(20);
});

test('it does not pass corners', () => {
  expect(areaOf(maskOf(flood(grey('19', '91'), 0, 0, 0)))).toBe(1);
});

test('it is added to a mask and taken out again', () => {
  const bits = flood(picture, 2, 0, 0);
  const first = merged(null, flood(picture, 3, 0, 0), false);
  const both = merged(first, bits, false);
  expect(areaOf(both)).toBe(areaOf(first) + 5);
  expect(merged(both, bits, true)).toEqual(first);
});

test('another size keeps the place', () => {
  const large = resized(flood(picture, 2, 0, 0), { width: 10, height: 8 });
  expect(areaOf(maskOf(large))).toBe(20);
  expect(decode(maskOf(large))[4 * 8]).toBe(1);
});
