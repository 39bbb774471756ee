import { describe, expect, it } from 'vitest';
import type { Mask, Polygon } from '../region';
import { areaOf } from '.';
import { blankMask, paint } from './brush';
import { maskToPolygon, polygonToMask } from './contour';
import { partsOf } from './polygon';
import { decode, encode } from './rle';

const draw = (...rows: string[]): Mask => {
  const [height, width] = [rows.length, rows[0]!.length];
  const bits = new Uint8Array(height * width);
  rows.forEach((row, y) => [...row].forEach((sign, x) => (bits[x * height + y] = +(sign === '#'))));
  return encode(bits, height, width);
};
const back = (mask: Mask, tolerance = 0): Mask =>
  polygonToMask(maskToPolygon(mask, tolerance)!, ...mask.size);

describe('mask to polygon', () => {
  it('runs along the edges of pixels, clockwise', () => {
    expect(maskToPolygon(draw('....', '.##.', '....'), 0)).toEqual({
      rings: [
        [
          [3, 1],
          [3, 2],
          [1, 2],
          [1, 1],
        ],
      ],
    });
  });
  it('keeps holes, islands in holes, and parts that touch by a corner', () => {
    const mask = draw(
      '#######..',
      '#.....#..',
      '#.###.#..',
      '#.#.#.#..',
      '#.###.#..',
      '#.....#..',
      '#######..',
      '.......#.',
    );
    const parts = partsOf(maskToPolygon(mask, 0)!);
    expect(parts.map(({ rings }) => rings.length).sort()).toEqual([1, 2, 2]);
    expect(back(mask)).toEqual(mask);
  });
  it('loses nothing of noise, without tolerance', () => {
    let seed = 7;
    const bits = Uint8Array.from({ length: 31 * 23 }, () => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return (seed >> 16) % 2;
    });
    const mask = encode(bits, 31, 23);
    expect(decode(back(mask))).toEqual(bits);
  });
  it('needs few points for a painted disc, and hardly changes it', () => {
    const disc = paint(blankMask(200, 200), { points: [[100, 100]], width: 120, erase: false });
    const polygon = maskToPolygon(disc, 1)! as Polygon & { rings: unknown[][] };
    expect(polygon.rings[0]!.length).toBeLessThan(40);
    expect(Math.abs(areaOf(back(disc, 1)) / areaOf(disc) - 1)).toBeLessThan(0.02);
  });
  it('has nothing to say of an empty mask', () => {
    expect(maskToPolygon(blankMask(4, 4), 1)).toBeNull();
  });
});

describe('polygon to mask', () => {
  it('takes pixels by their middle, cuts holes, and stays in the image', () => {
    const square = (a: number, b: number): [number, number][] => [
      [a, a],
      [b, a],
      [b, b],
      [a, b],
    ];
    const mask = polygonToMask({ rings: [square(-2, 4.4), square(1, 2)] }, 6, 6);
    expect(areaOf(mask)).toBe(15);
  });
});
