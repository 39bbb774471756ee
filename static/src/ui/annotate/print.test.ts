import { describe, expect, it } from 'vitest';
import type { Geometry, Region } from '../../core/region';
import { frameOf, wordsIn, type PrintedWord } from './print';

const word = (text: string, line: number, x: number, y: number): PrintedWord => ({
  text,
  line,
  box: [x, y, 20, 10],
});
const words = [
  word('Harbour', 0, 10, 10),
  word('Lamp', 0, 40, 10),
  word('far', 0, 200, 10),
  word('42', 1, 12, 30),
];
const region = (geometry: Geometry): Region => ({
  id: 'r',
  label: 'sign',
  on: 'photo',
  class: null,
  geometry,
  attributes: {},
  origin: { kind: 'human' },
});

describe('what is printed in a region', () => {
  it('is every word whose middle lies inside, line by line', () => {
    expect(wordsIn(words, [0, 0, 100, 50])).toBe('Harbour Lamp\n42');
    expect(wordsIn(words, [0, 0, 45, 25])).toBe('Harbour');
    expect(wordsIn(words, [300, 0, 400, 25])).toBe('');
  });
  it('is asked of boxes, outlines and page boxes, and of nothing in a text', () => {
    expect(frameOf(region({ x: 1, y: 2, width: 3, height: 4 }))).toEqual([1, 2, 4, 6]);
    expect(frameOf(region({ page: 2, x: 1, y: 2, width: 3, height: 4 }))).toEqual([1, 2, 4, 6]);
    expect(frameOf(region({ rings: [[[0, 0], [4, 0], [4, 8]]] }))).toEqual([0, 0, 4, 8]); // prettier-ignore
    expect(frameOf(region({ start: 1, end: 2 }))).toBeNull();
  });
});
