import { describe, expect, it } from 'vitest';
import { areaOf, contains, kindOf } from '../../../core/geometry';
import { blankMask, paint } from '../../../core/geometry/brush';
import type { Pixels } from '../../../core/geometry/flood';
import type { Mask, PlaneGeometry, Point, Region } from '../../../core/region';
import type { Effect, Gesture, Sight } from '../../../core/tool';
import { Cells } from '../cells';
import { levelsOf } from '../shown';
import { run, type Running } from '.';
import { cellsTool } from './cells';
import { orderTool } from './order';
import { sliceTool } from './slice';
import { wandTool } from './wand';

const region = (id: string, geometry: PlaneGeometry): Region<PlaneGeometry> => ({
  id,
  label: 'object',
  on: 'photo',
  class: 'car',
  geometry,
  attributes: {},
  origin: { kind: 'human' },
});
const square = (id: string, x: number): Region<PlaneGeometry> =>
  region(id, {
    rings: [
      [
        [x, 2],
        [x + 4, 2],
        [x + 4, 6],
        [x, 6],
      ],
    ],
  });
const look = (regions: Region<PlaneGeometry>[], more: Partial<Sight> = {}): Sight => ({
  width: 20,
  height: 10,
  slack: 1,
  brush: 2,
  selected: [],
  skeleton: 0,
  canvas: null,
  under: (at) => regions.filter(({ geometry }) => contains(geometry, at, 0)),
  pickAll: () => regions,
  isEditable: (id) => id !== 'locked',
  snapMove: () => [0, 0],
  ...more,
});
function drag(tool: Running, sight: Sight, path: Point[], shift = false): Effect[] {
  const point = (type: 'down' | 'move' | 'up', at: Point): Gesture => {
    return { type, at, raw: at, shift, alt: false, mod: false };
  };
  return [
    ...tool.send(point('down', path[0]!), sight),
    ...path.slice(1).flatMap((at) => tool.send(point('move', at), sight)),
    ...tool.send(point('up', path.at(-1)!), sight),
  ];
}
/** The left half dark, the right half light. */
const halves: Pixels = {
  width: 20,
  height: 10,
  data: Uint8ClampedArray.from({ length: 800 }, (_, i) => (Math.floor(i / 4) % 20 < 10 ? 40 : 90)),
};

describe('slice', () => {
  it('takes apart all it crosses; the pieces are like what they come from', () => {
    const effects = drag(run(sliceTool), look([square('a', 2), square('b', 10)]), [
      [0, 4],
      [19, 4],
    ]);
    expect(effects.map((effect) => [effect.do, 'like' in effect ? effect.like : null])).toEqual([
      ['reshape', null],
      ['create', 'a'],
      ['reshape', null],
      ['create', 'b'],
    ]);
  });
  it('keeps to what is selected, and off what is locked', () => {
    const [a, b] = [square('a', 2), square('b', 10)];
    const cut: Point[] = [
      [0, 4],
      [19, 4],
    ];
    expect(drag(run(sliceTool), look([a, b], { selected: [b] }), cut)).toHaveLength(2);
    expect(drag(run(sliceTool), look([square('locked', 2)]), cut)).toEqual([]);
  });
});

describe('wand', () => {
  it('makes a mask of what looks alike', () => {
    const [effect] = drag(run(wandTool(() => halves, 'mask')), look([]), [[3, 3]]);
    expect(effect?.do === 'create' && areaOf(effect.geometry)).toBe(100);
  });
  it('takes more when pulled to the right, and remembers how much', () => {
    const tool = run(wandTool(() => halves, 'mask'));
    const [first] = drag(tool, look([]), [
      [3, 3],
      [19, 3],
    ]);
    expect(first?.do === 'create' && areaOf(first.geometry)).toBe(200);
    const [second] = drag(tool, look([]), [[3, 3]]);
    expect(second?.do === 'create' && areaOf(second.geometry)).toBe(200);
  });
  it('makes a polygon where nothing is painted', () => {
    const [effect] = drag(run(wandTool(() => halves, 'polygon')), look([]), [[15, 3]]);
    expect(effect?.do === 'create' && kindOf(effect.geometry)).toBe('polygon');
    expect(effect?.do === 'create' && areaOf(effect.geometry)).toBe(100);
  });
  it('adds to the selected mask, and with Shift takes out; an empty one goes', () => {
    const dab = paint(blankMask(10, 20), { points: [[15, 5]], width: 2, erase: false });
    const canvas = region('m', dab) as Region<Mask>;
    const sight = look([], { canvas });
    const [added] = drag(run(wandTool(() => halves, 'mask')), sight, [[3, 3]]);
    expect(added?.do === 'reshape' && areaOf(added.shapes[0]!.geometry)).toBe(100 + areaOf(dab));
    const out = drag(run(wandTool(() => halves, 'mask')), sight, [[15, 3]], true);
    expect(out).toEqual([{ do: 'remove', ids: ['m'] }]);
  });
});

describe('superpixels', () => {
  /** Four columns, as wide as half a picture of 20 × 10 is deep. */
  const cells = new Cells(4, 2, Uint16Array.of(0, 1, 2, 3, 0, 1, 2, 3));
  it('paints every cell the pointer goes over, once', () => {
    const [effect, more] = drag(run(cellsTool(() => cells)), look([]), [
      [1, 1],
      [2, 8],
      [7, 1],
    ]);
    expect(more).toBeUndefined();
    expect(effect?.do === 'create' && areaOf(effect.geometry)).toBe(100);
  });
  it('does nothing until they are there', () => {
    expect(drag(run(cellsTool(() => null)), look([]), [[1, 1]])).toEqual([]);
  });
});

describe('reading order', () => {
  it('puts each one pressed last, and counts them', () => {
    const tool = run(orderTool);
    const sight = look([square('a', 2), square('b', 10)]);
    expect(drag(tool, sight, [[12, 4]])[0]).toEqual({ do: 'raise', ids: ['b'] });
    expect(drag(tool, sight, [[3, 4]])[0]).toEqual({ do: 'raise', ids: ['a'] });
    expect(tool.preview()?.says).toEqual(['ordered', { count: 2 }]);
    tool.send({ type: 'cancel' }, sight);
    expect(tool.isIdle).toBe(true);
  });
});

describe('how a picture is shown', () => {
  it('leaves levels alone, turns them over, and stretches about the middle', () => {
    const plain = { brightness: 0, contrast: 0, isInverted: false };
    expect([...levelsOf(plain)]).toEqual(Array.from({ length: 256 }, (_, level) => level));
    expect(levelsOf({ ...plain, isInverted: true })[10]).toBe(245);
    expect(levelsOf({ ...plain, contrast: 100 })[120]).toBe(0);
    expect(levelsOf({ ...plain, contrast: -100 })[200]).toBe(128);
    expect(levelsOf({ ...plain, brightness: 100 })[100]).toBe(228);
  });
});
