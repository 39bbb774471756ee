import { expect, it } from 'vitest';
import {
  areaText,
  groundArea,
  groundDistance,
  lengthText,
  lonLatOf,
  pixelSize,
  roundLength,
  type Lattice,
} from './lattice';
import { groundText } from './marks';
import { levelFor, parentOf, placeOf, tilesIn, type Pyramid } from './pyramid';

const pyramid: Pyramid = { width: 32_768, height: 20_000, tile: 512, levels: 7 };
const size = { width: 1000, height: 500 };
/** One degree across, half a degree down, on the equator. */
const lattice: Lattice = {
  nodes: 3,
  lon: [10, 10.5, 11, 10, 10.5, 11, 10, 10.5, 11],
  lat: [0.25, 0.25, 0.25, 0, 0, 0, -0.25, -0.25, -0.25],
  error_m: 0,
};

it('the level follows the scale and the screen', () => {
  expect(levelFor(pyramid, 1, 1)).toBe(0);
  expect(levelFor(pyramid, 0.25, 1)).toBe(2);
  expect(levelFor(pyramid, 0.25, 2)).toBe(1);
  expect(levelFor(pyramid, 1e-6, 1)).toBe(6);
  expect(levelFor(pyramid, 30, 1)).toBe(0);
});

it('only tiles in view are asked for, those in the middle first', () => {
  const view = { width: 1000, height: 600 };
  const tiles = tilesIn(pyramid, 1, { x: 5000, y: 5000, scale: 0.5 }, view);
  expect(tiles).toHaveLength(9);
  expect(tiles[0]).toEqual({ level: 1, x: 5, y: 5 });
  expect(tilesIn(pyramid, 1, { x: 40_000, y: 0, scale: 1 }, view)).toEqual([]);
  expect(tilesIn(pyramid, 6, { x: -9, y: -9, scale: 0.01 }, view)).toHaveLength(1);
});

it('tiles at the edge are cut, and have a coarser one over them', () => {
  const tile = { level: 5, x: 1, y: 1 };
  expect(placeOf(pyramid, tile)).toEqual({ x: 16_384, y: 16_384, width: 16_384, height: 3616 });
  expect(parentOf(pyramid, tile)).toEqual({ level: 6, x: 0, y: 0 });
  expect(parentOf(pyramid, { level: 6, x: 0, y: 0 })).toBeNull();
});

it('degrees are read between the nodes', () => {
  expect(lonLatOf(lattice, size, [250, 125])).toEqual([10.25, 0.125]);
  expect(lonLatOf(lattice, size, [1000, 500])).toEqual([11, -0.25]);
  const across = { ...lattice, lon: lattice.lon.map((lon) => lon + 169.5) };
  expect(lonLatOf(across, size, [1000, 0])[0]).toBeCloseTo(-179.5);
});

it('ground measures are those of the sphere', () => {
  expect(groundDistance([0, 0], [1, 0])).toBeCloseTo(111_195, -1);
  expect(groundDistance([179.5, 0], [-179.5, 0])).toBeCloseTo(111_195, -1);
  const degree = groundArea([
    [0, 60],
    [1, 60],
    [1, 61],
    [0, 61],
  ]);
  expect(degree / 6.087e9).toBeCloseTo(1, 2);
  const [across, down] = pixelSize(lattice, size, [500, 250]);
  expect(across).toBeCloseTo(111.2, 0);
  expect(down).toBeCloseTo(111.2, 0);
});

it('names say what a region measures', () => {
  expect(
    groundText(
      {
        points: [
          [0, 250],
          [1000, 250],
        ],
      },
      lattice,
      size,
    ),
  ).toBe('111 km');
  expect(groundText({ x: 0, y: 0, width: 10, height: 10 }, lattice, size)).toBe('1.24 km²');
  const round = { cx: 500, cy: 250, rx: 5, ry: 5, angle: 0 };
  expect(groundText(round, lattice, size)).toBe('97.1 ha');
  expect(groundText({ points: [[1, 1, 2]] }, lattice, size)).toBeNull();
});

it('a scale is a round length', () => {
  expect([3, 12, 70, 0.4].map(roundLength)).toEqual([2, 10, 50, 0.2]);
  expect([lengthText(0.5), lengthText(200), lengthText(5000)]).toEqual(['50 cm', '200 m', '5 km']);
  expect([areaText(12), areaText(25_000), areaText(3e6)]).toEqual(['12 m²', '2.5 ha', '3 km²']);
});
