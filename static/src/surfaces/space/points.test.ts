import { describe, expect, it } from 'vitest';
import type { Vector3 } from '../../core/region';
import { Budget } from './budget';
import { upright } from './cuboid';
import {
  heightsIn,
  holds,
  inBall,
  inCuboid,
  nearest,
  outline,
  within,
  type Records,
} from './enclosing';
import { levelsOf } from './facts';
import { heightAt, onGround, type Ground } from './ground';
import { arrange, grid } from './layout';
import { mapOf } from './plans';
import { sizeOf, toRuns, union, without } from './runs';
import { fromLine, fromRectangle, typicalSize, usualSize } from './tracing';
import { yawOf } from './vector';

function recordsOf(places: readonly Vector3[], origin: Vector3 = [0, 0, 0]): Records {
  const bytes = new ArrayBuffer(places.length * 24);
  const [floats, words] = [new Float32Array(bytes), new Uint32Array(bytes)];
  places.forEach((place, i) => {
    place.forEach((one, axis) => (floats[6 * i + axis] = one - origin[axis]!));
    words[6 * i + 5] = 100 + i;
  });
  return { floats, words, stride: 6, indexAt: 5, origin, count: places.length };
}
const rect = { x: 0, y: 0, width: 100, height: 100 };
const all = (): boolean => true;

describe('points', () => {
  const far: Vector3 = [698000, 5340000, 500];
  const spots: Vector3[] = [
    [0, 0, 0],
    [1, 0, 0.5],
    [0, 2, 1],
    [-3, -3, 4],
  ];
  it.each([
    ['near the sensor', [0, 0, 0] as Vector3],
    ['on a map far from 0', far],
  ])('%s: those within an outline are told by their source index', (_, origin) => {
    const moved = spots.map(
      (one) => one.map((value, i) => value + origin[i]!) as unknown as Vector3,
    );
    const sight = mapOf(rect, origin, 10).sight;
    // Forward is up, left is left: a box about the middle and what is a metre ahead.
    const drawn = outline([
      [45, 35],
      [55, 35],
      [55, 55],
      [45, 55],
    ]);
    expect(within(sight, recordsOf(moved, origin), drawn, all)).toEqual([100, 101]);
    const at = nearest(sight, recordsOf(moved, origin), [30, 50], 3, all)!;
    at.forEach((value, i) => expect(value).toBeCloseTo(moved[2]![i]!, 4));
  });
  it('what is not shown is not taken', () => {
    const drawn = outline([
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ]);
    const found = within(mapOf(rect, [0, 0, 0], 10).sight, recordsOf(spots), drawn, (i) => i > 1);
    expect(found).toEqual([102, 103]);
  });
  it('in a ball, in a cuboid', () => {
    expect(inBall(recordsOf(spots), [0, 0, 0], 1.2, all)).toEqual([100, 101]);
    expect(inCuboid(recordsOf(spots), upright([0.5, 0, 0.2], [1.2, 0.5, 1], 0))).toEqual([0, 1]);
  });
  it('a footprint tells what stands in it', () => {
    const found = heightsIn(recordsOf(spots), upright([0, 1, 0], [3, 3, 1], 0), -1, 3);
    expect(found).toEqual({ low: 0, high: 1 });
    expect(heightsIn(recordsOf(spots), upright([50, 1, 0], [3, 3, 1], 0), -1, 3)).toBeNull();
  });
  it('an outline that crosses itself counts by the even-odd rule', () => {
    const bow = outline([
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 10],
    ]);
    expect([holds(bow, 2, 5), holds(bow, 5, 2), holds(bow, 8, 5)]).toEqual([true, false, true]);
  });
});

describe('runs', () => {
  it('are made of indices in any order, repeated or not', () => {
    expect(toRuns([6, 4, 5, 9, 5])).toEqual([
      [4, 3],
      [9, 1],
    ]);
    expect(toRuns([])).toEqual([]);
  });
  it('join and part as sets do', () => {
    const [a, b] = [toRuns([1, 2, 3, 7]), toRuns([3, 4, 7, 20])];
    expect(union(a, b)).toEqual([
      [1, 4],
      [7, 1],
      [20, 1],
    ]);
    expect(without(a, b)).toEqual([[1, 2]]);
    expect(without(a, a)).toEqual([]);
    expect(sizeOf(union(a, b))).toBe(6);
  });
});

describe('the ground', () => {
  const slope: Ground = {
    plane: [0, 0, 1, 0],
    x: 0,
    y: 0,
    cell: 10,
    columns: 2,
    rows: 2,
    heights: [0, 1, 0, 1],
  };
  it('is known between and beyond its cells', () => {
    expect(heightAt(slope, 5, 5)).toBeCloseTo(0.5);
    expect(heightAt(slope, 99, 5)).toBeCloseTo(1);
  });
  it('is met by a ray where its height says', () => {
    const found = onGround(slope, { from: [0, 5, 10], direction: [0.5, 0, -1] }, 0)!;
    expect(found[2]).toBeCloseTo(heightAt(slope, found[0], found[1]));
    expect(found[0]).toBeCloseTo((10 - found[2]) / 2, 1);
  });
});

describe('drawing a cuboid', () => {
  const column = () => ({ low: -1.7, high: -0.2 });
  it('corner to corner: the longer side is the length, the drag its way', () => {
    const found = fromRectangle([10, 0, -1.7], [12, 5, -1.7], column, 0)!;
    expect(found.size).toEqual([5, 2, 1.5]);
    expect(yawOf(found.rotation)).toBeCloseTo(Math.PI / 2);
    expect(found.center[2]).toBeCloseTo(-0.95);
  });
  it('tail to nose: as wide as others of the class', () => {
    const found = fromLine([10, 0, -1.7], [14, 0, -1.7], [4, 1.9, 1.5], column, 2)!;
    expect(found.size[0]).toBeCloseTo(4);
    expect(found.size[1]).toBeCloseTo(1.9);
  });
  it('a slip of the hand draws nothing', () => {
    expect(fromRectangle([1, 1, 0], [1.05, 1.05, 0], column, 0)).toBeNull();
  });
  it('takes the middle of the sizes known', () => {
    expect(typicalSize([])).toEqual(usualSize);
    expect(
      typicalSize([
        [1, 1, 1],
        [9, 2, 2],
        [4, 3, 3],
      ]),
    ).toEqual([4, 2, 2]);
  });
});

describe('the layout', () => {
  it.each([
    [900, 800, 0],
    [900, 800, 1],
    [760, 640, 6],
    [400, 300, 6],
  ])('%i x %i with %i cameras: no pane is empty or sticks out', (width, height, cameras) => {
    const panes = arrange(width, height, { cameras, aspect: 1.6 });
    const rects = [panes.scene, ...Object.values(panes.plans), ...panes.strip];
    if (panes.picture) rects.push(panes.picture);
    for (const rect of rects) {
      expect(rect.width).toBeGreaterThan(10);
      expect(rect.height).toBeGreaterThan(10);
      expect(rect.x + rect.width).toBeLessThanOrEqual(width);
      expect(rect.y + rect.height).toBeLessThanOrEqual(height);
    }
    expect(panes.strip).toHaveLength(cameras > 1 ? cameras : 0);
  });
  it('a grid shows the frames about the one in use', () => {
    const cells = grid(600, 400, 100, 50);
    expect(cells.map(({ frame }) => frame)).toContain(50);
    expect(cells.at(-1)!.frame - cells[0]!.frame).toBe(cells.length - 1);
    expect(grid(600, 400, 3, 2).map(({ frame }) => frame)).toEqual([0, 1, 2]);
  });
});

it('draws fewer points where frames are slow, and more where they are quick', () => {
  const slow = new Budget(100_000);
  for (let i = 0; i < 20; i++) slow.measured(slow.moving, slow.moving / 100);
  expect(slow.moving).toBeLessThan(20_000);
  const quick = new Budget(100_000);
  for (let i = 0; i < 20; i++) quick.measured(quick.moving, 3);
  expect(quick.moving).toBeGreaterThan(1_000_000);
});

it('counts levels as the server does', () => {
  expect([1, 65536, 65537, 131072, 131073].map((points) => levelsOf(points, 65536))).toEqual([
    1, 1, 2, 2, 3,
  ]);
});
