import { describe, expect, it } from 'vitest';
import type { Geometry, Region } from '../../core/region';
import { listed, orders, sizeOf } from './regionOrder';

const region = (id: string, geometry: Geometry, more: Partial<Region> = {}): Region => ({
  id,
  label: 'object',
  on: 'photo',
  class: 'car',
  geometry,
  attributes: {},
  origin: { kind: 'human' },
  ...more,
});
const box = (width: number): Geometry => ({ x: 0, y: 0, width, height: 10 });
const all = [
  region('a', box(3), { class: 'van', score: 0.9 }),
  region('b', box(9), { class: 'car', score: 0.2, text: 'AB 12' }),
  region('c', box(5), { class: 'bus' }),
];
const nameOf = ({ class: name }: Region): string => name ?? '';
const said = (one: Region): string => `${nameOf(one)} ${one.text ?? ''}`;
const ids = (words: string, order: (typeof orders)[number]): string[] =>
  listed(all, words, order, nameOf, said).map(({ id }) => id);

describe('the list of regions', () => {
  it('goes by class, by size from the largest, and by the least sure first', () => {
    expect(ids('', 'made')).toEqual(['a', 'b', 'c']);
    expect(ids('', 'class')).toEqual(['c', 'b', 'a']);
    expect(ids('', 'size')).toEqual(['b', 'c', 'a']);
    expect(ids('', 'score')).toEqual(['b', 'a', 'c']);
  });
  it('keeps those in which every word occurs, whatever the case', () => {
    expect(ids('CAR ab', 'made')).toEqual(['b']);
    expect(ids('car bus', 'made')).toEqual([]);
    expect(ids('  ', 'made')).toHaveLength(3);
  });
  it.each<[string, Geometry, number]>([
    ['a span by characters', { start: 3, end: 10 }, 7],
    ['a range by seconds', { start: 0.5, end: 2, start_frame: 1, end_frame: 4 }, 1.5],
    ['a cuboid by volume', { center: [0, 0, 0], size: [2, 3, 4], rotation: [1, 0, 0, 0] }, 24],
    ['points by their number', { runs: [[0, 4], [9, 2]] }, 6], // prettier-ignore
    ['a box in a volume by voxels', { x: 0, y: 0, z: 0, width: 2, height: 3, depth: 4 }, 24],
    ['a cell not at all', { row: 3 }, 0],
  ])('measures %s', (_, geometry, size) => {
    expect(sizeOf(region('x', geometry))).toBe(size);
  });
});
