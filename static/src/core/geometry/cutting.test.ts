import { describe, expect, it } from 'vitest';
import type { Point, Polygon } from '../region';
import { areaOf, contains } from '.';
import { join } from './join';
import { partsOf } from './polygon';
import { simplify } from './simplify';
import { slice } from './slice';

const rect = (x: number, y: number, w: number, h: number): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const box = (...sides: Parameters<typeof rect>): Polygon => ({ rings: [rect(...sides)] });
const areas = (pieces: Polygon[]): number[] => pieces.map((piece) => Math.round(areaOf(piece)));

describe('slice', () => {
  it('makes two of one, which together are what there was', () => {
    expect(areas(slice(box(0, 0, 10, 4), [4, -1], [4, 5]))).toEqual([24, 16]);
  });
  it('leaves alone what the cut does not go through', () => {
    const square = box(0, 0, 10, 10);
    expect(slice(square, [4, 2], [4, 20])).toEqual([square]);
    expect(slice(square, [20, 0], [20, 9])).toEqual([square]);
  });
  it('cuts through a vertex and along a diagonal', () => {
    expect(areas(slice(box(0, 0, 10, 10), [-1, -1], [11, 11]))).toEqual([50, 50]);
  });
  it('opens a hole it crosses, and keeps one it misses', () => {
    const ring: Polygon = { rings: [rect(0, 0, 10, 10), rect(4, 4, 2, 2)] };
    const through = slice(ring, [5, -1], [5, 11]);
    expect(areas(through)).toEqual([48, 48]);
    expect(through.every((piece) => 'rings' in piece && piece.rings.length === 1)).toBe(true);
    const beside = slice(ring, [2, -1], [2, 11]);
    expect(areas(beside)).toEqual([76, 20]);
    expect(contains(beside[0]!, [5, 5], 0)).toBe(false);
  });
  it('cuts one arm of a U where only that arm is crossed', () => {
    const u: Polygon = {
      rings: [
        [
          [0, 0],
          [2, 0],
          [2, 8],
          [8, 8],
          [8, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
      ],
    };
    expect(slice(u, [-1, 4], [3, 4])).toHaveLength(2);
    expect(slice(u, [-1, 4], [11, 4])).toHaveLength(3);
  });
});

describe('join', () => {
  it('becomes one outline where they overlap', () => {
    const joined = join(box(0, 0, 6, 6), box(4, 4, 6, 6));
    expect(partsOf(joined)).toHaveLength(1);
    expect(areaOf(joined)).toBeCloseTo(36 + 36 - 4, 3);
  });
  it('loses the seam where they touch', () => {
    const joined = join(box(0, 0, 4, 4), box(4, 0, 4, 4));
    expect(joined).toEqual({ rings: [expect.any(Array)] });
    expect(partsOf(joined)[0]!.rings[0]).toHaveLength(4);
    expect(areaOf(joined)).toBeCloseTo(32, 3);
  });
  it('keeps parts that are apart, and swallows what lies inside', () => {
    expect(partsOf(join(box(0, 0, 2, 2), box(5, 5, 2, 2)))).toHaveLength(2);
    expect(join(box(0, 0, 9, 9), box(2, 2, 2, 2))).toEqual(box(0, 0, 9, 9));
    expect(areaOf(join(box(1, 1, 3, 3), box(1, 1, 3, 3)))).toBeCloseTo(9, 3);
  });
  it('keeps a hole between two brackets, and a hole filled by the other goes', () => {
    const ring: Polygon = { rings: [rect(0, 0, 10, 10), rect(3, 3, 4, 4)] };
    expect(areaOf(join(ring, box(3, 3, 4, 4)))).toBeCloseTo(100, 3);
    expect(areaOf(join(ring, box(4, 4, 1, 1)))).toBeCloseTo(85, 3);
  });
  it('comes back from a slice', () => {
    const [a, b] = slice(box(0, 0, 10, 7), [3, -1], [6, 8]);
    const joined = join(a!, b!);
    expect(partsOf(joined)).toHaveLength(1);
    expect(areaOf(joined)).toBeCloseTo(70, 2);
  });
});

describe('simplify', () => {
  it('strays no further than it may', () => {
    const wavy: Point[] = Array.from({ length: 40 }, (_, x) => [x, x % 2 ? 0.4 : 0]);
    expect(simplify({ points: wavy }, 0.5).points).toHaveLength(2);
    expect(simplify({ points: wavy }, 0.3).points.length).toBeGreaterThan(30);
  });
  it('never makes a polygon nothing, but lets small holes go', () => {
    const g: Polygon = { rings: [rect(0, 0, 100, 100), rect(10, 10, 1, 1)] };
    const simpler = simplify(g, 20);
    expect(areaOf(simpler)).toBeGreaterThan(4000);
  });
});
