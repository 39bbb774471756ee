import { describe, expect, it } from 'vitest';
import type { Mask } from '../region';
import { areaOf, boundsOf, contains, isEmpty, move } from '.';
import { blankMask, paint } from './brush';
import { decode, encode, runsOf, unpackRuns } from './rle';

describe('mask', () => {
  // Two rows, three columns: 0 1 1 / 1 1 0, column by column.
  const mask: Mask = { size: [2, 3], counts: [1, 4, 1] };

  it('reads runs column by column', () => {
    expect([...decode(mask)]).toEqual([0, 1, 1, 1, 1, 0]);
    expect(contains(mask, [0.5, 0.5], 0)).toBe(false);
    expect(contains(mask, [0.5, 1.5], 0)).toBe(true);
    expect(contains(mask, [2.5, 1.5], 0)).toBe(false);
  });

  it('starts with zeros even when the first pixel is set', () => {
    expect(encode(Uint8Array.of(1, 1, 0), 3, 1).counts).toEqual([0, 2, 1]);
  });

  it('comes back from its runs unchanged, whatever it holds', () => {
    let seed = 3;
    const bits = Uint8Array.from({ length: 700 }, () => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return (seed >> 16) % 3 ? 0 : 1;
    });
    expect(decode(encode(bits, 20, 35))).toEqual(bits);
  });

  it('reads the compressed string that pycocotools 2.0 writes', () => {
    // encode(np.asfortranarray([[0,1,1],[1,1,0]])) gives this.
    expect(unpackRuns('141')).toEqual([1, 4, 1]);
    expect(runsOf({ size: [2, 3], counts: '141' })).toEqual([1, 4, 1]);
  });

  it('knows its area and bounds', () => {
    expect(areaOf(mask)).toBe(4);
    expect(boundsOf({ size: [5, 4], counts: [6, 2, 12] })).toEqual([1, 1, 2, 3]);
    expect(boundsOf({ size: [2, 3], counts: [1, 2, 3] })).toEqual([0, 0, 2, 2]);
  });

  it('paints a disc and erases it again', () => {
    const stroke = { points: [[5, 5]] as const, width: 4 };
    const dot = paint(blankMask(10, 12), { ...stroke, erase: false });
    expect(boundsOf(dot)).toEqual([3, 3, 7, 7]);
    expect(areaOf(dot)).toBe(12);
    expect(isEmpty(paint(dot, { ...stroke, erase: true }))).toBe(true);
  });

  it('paints all along a stroke, and nothing outside the image', () => {
    const line = paint(blankMask(4, 9), {
      points: [
        [-3, 2],
        [20, 2],
      ],
      width: 2,
      erase: false,
    });
    expect(boundsOf(line)).toEqual([0, 1, 9, 3]);
  });

  it('moves by whole pixels and loses what leaves the image', () => {
    const dot: Mask = { size: [3, 3], counts: [4, 1, 4] };
    expect(boundsOf(move(dot, 1, -1))).toEqual([2, 0, 3, 1]);
    expect(isEmpty(move(dot, 5, 0))).toBe(true);
  });
});
