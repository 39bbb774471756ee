import { describe, expect, it } from 'vitest';
import type { Geometry, Keypoints, PlaneGeometry, Polygon } from '../region';
import {
  areaOf,
  boundsOf,
  contains,
  dragHandle,
  grow,
  handlesOf,
  isEmpty,
  isPlane,
  kindOf,
  move,
  strikeHandle,
  turn,
} from '.';
import { squareCorner } from './box';
import { limitMove } from './point';
import { withHole } from './polygon';

const donut: Polygon = {
  rings: [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ],
    [
      [3, 3],
      [7, 3],
      [7, 7],
    ],
  ],
};
const skeleton: Keypoints = {
  points: [
    [1, 1, 2],
    [5, 9, 1],
    [0, 0, 0],
  ],
};
const all: PlaneGeometry[] = [
  { x: 2, y: 3, width: 4, height: 6 },
  { cx: 5, cy: 5, width: 8, height: 2, angle: 30 },
  { cx: 5, cy: 5, rx: 4, ry: 1, angle: 30 },
  donut,
  {
    parts: [
      donut,
      {
        rings: [
          [
            [20, 20],
            [30, 20],
            [25, 30],
          ],
        ],
      },
    ],
  },
  {
    points: [
      [0, 0],
      [4, 3],
      [8, 0],
    ],
  },
  skeleton,
];

describe('every kind of geometry', () => {
  it('is told apart by its fields', () => {
    expect(all.map(kindOf)).toEqual([
      'box',
      'rotated_box',
      'ellipse',
      'polygon',
      'polygon',
      'polyline',
      'keypoints',
    ]);
  });

  it.each(all)('moves by what it is told: %j', (g) => {
    const [x0, y0, x1, y1] = boundsOf(g);
    const moved = boundsOf(move(g, 3, -2));
    [x0 + 3, y0 - 2, x1 + 3, y1 - 2].forEach((v, i) => expect(moved[i]).toBeCloseTo(v, 9));
  });

  it.each(all)('a handle dragged to where it is changes nothing of its bounds: %j', (g) => {
    for (const handle of handlesOf(g, 0.1)) {
      const dragged = boundsOf(dragHandle(g, handle.id, handle.at, false));
      boundsOf(g).forEach((v, i) => expect(dragged[i]).toBeCloseTo(v, 9));
    }
  });

  it.each(all)('is not empty: %j', (g) => expect(isEmpty(g)).toBe(false));
});

describe('box', () => {
  it('turns over when a corner is dragged past the opposite one', () => {
    expect(dragHandle({ x: 2, y: 2, width: 4, height: 4 }, 'se', [0, 1], false)).toEqual({
      x: 0,
      y: 1,
      width: 2,
      height: 1,
    });
  });
  it('keeps its proportions on demand', () => {
    expect(dragHandle({ x: 0, y: 0, width: 4, height: 2 }, 'se', [8, 3], true)).toEqual({
      x: 0,
      y: 0,
      width: 8,
      height: 4,
    });
    expect(squareCorner([0, 0], [-5, 2])).toEqual([-5, 5]);
  });
  it('without size is empty', () => {
    expect(isEmpty({ x: 1, y: 1, width: 0, height: 5 })).toBe(true);
  });
  it('never shrinks to nothing by key', () => {
    expect(grow({ x: 1, y: 1, width: 2, height: 2 }, -9, 0)).toMatchObject({ width: 1 });
  });
});

describe('rotated box', () => {
  const tall = { cx: 0, cy: 0, width: 4, height: 2, angle: 90 };
  it('turns clockwise on the screen', () => {
    const [x0, y0, x1, y1] = boundsOf(tall);
    expect([x1 - x0, y1 - y0].map(Math.round)).toEqual([2, 4]);
    expect(contains(tall, [0.9, 1.9], 0)).toBe(true);
    expect(contains(tall, [1.9, 0.9], 0)).toBe(false);
  });
  it('keeps the opposite corner in place while resized, at any angle', () => {
    const start = { cx: 10, cy: 5, width: 8, height: 4, angle: 33 };
    const corner = (g: PlaneGeometry, id: string) => handlesOf(g, 1).find((h) => h.id === id)!.at;
    const dragged = dragHandle(start, 'se', [20, 14], false);
    corner(start, 'nw').forEach((v, i) => expect(corner(dragged, 'nw')[i]).toBeCloseTo(v, 9));
    [20, 14].forEach((v, i) => expect(corner(dragged, 'se')[i]).toBeCloseTo(v, 9));
  });
  it('follows the turn handle, in steps of 15° on demand', () => {
    expect(dragHandle(tall, 'turn', [10, 0], false)).toMatchObject({ angle: 90 });
    expect(dragHandle(tall, 'turn', [10, 1], true)).toMatchObject({ angle: 90 });
    expect(turn({ ...tall, angle: 170 }, 20)).toMatchObject({ angle: -170 });
  });
});

describe('polygon', () => {
  it('does not contain its hole', () => {
    expect(contains(donut, [1, 1], 0)).toBe(true);
    expect(contains(donut, [6, 4], 0)).toBe(false);
    expect(areaOf(donut)).toBe(100 - 8);
  });
  it('gains a vertex from the middle of an edge and loses one by striking it', () => {
    const more = dragHandle(donut, 'm0.0.3', [-2, 5], false) as { rings: unknown[][] };
    expect(more.rings[0]).toEqual([
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [-2, 5],
    ]);
    const less = strikeHandle(donut, 'v0.0.1') as { rings: unknown[][] };
    expect(less.rings[0]).toHaveLength(3);
  });
  it('loses a hole that falls below a triangle, never its outline', () => {
    expect(strikeHandle(donut, 'v0.1.0')).toEqual({ rings: [donut.rings[0]] });
    const triangle: Polygon = {
      rings: [
        [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
      ],
    };
    expect(strikeHandle(triangle, 'v0.0.0')).toBe(triangle);
  });
  it('takes a hole into the part it lies in', () => {
    const two: Polygon = {
      parts: [
        { rings: [donut.rings[0]!] },
        {
          rings: [
            [
              [20, 0],
              [30, 0],
              [30, 9],
            ],
          ],
        },
      ],
    };
    const cut = withHole(two, [
      [25, 1],
      [26, 1],
      [26, 2],
    ]) as { parts: { rings: unknown[] }[] };
    expect(cut.parts.map((part) => part.rings.length)).toEqual([1, 2]);
    expect(
      withHole(two, [
        [90, 90],
        [91, 90],
        [90, 91],
      ]),
    ).toBe(two);
  });
});

describe('lines and points', () => {
  it('a line is hit near it, not far from it', () => {
    const line = {
      points: [
        [0, 0],
        [10, 0],
      ] as const,
    };
    expect(contains(line, [5, 1], 2)).toBe(true);
    expect(contains(line, [5, 3], 2)).toBe(false);
  });
  it('a key point goes from visible to occluded to absent, never the last one', () => {
    expect(strikeHandle(skeleton, 'v0')).toMatchObject({
      points: [
        [1, 1, 1],
        [5, 9, 1],
        [0, 0, 0],
      ],
    });
    const last: Keypoints = { points: [[1, 1, 1]] };
    expect(strikeHandle(last, 'v0')).toBe(last);
  });
  it('absent points do not move', () => {
    expect((move(skeleton, 5, 5) as Keypoints).points[2]).toEqual([0, 0, 0]);
  });
});

it('a move stops at the border, but a shape already outside may stay there', () => {
  expect(limitMove([8, 1, 9, 2], [5, -5], 10, 10)).toEqual([1, -1]);
  expect(limitMove([-4, 1, 2, 2], [-3, 0], 10, 10)).toEqual([0, 0]);
  expect(limitMove([-4, 1, 2, 2], [4, 0], 10, 10)).toEqual([4, 0]);
});

const offPlane: Record<string, Geometry> = {
  span: { start: 0, end: 4, turn: 1 },
  range: { start: 0.5, end: 2 },
  cuboid: { center: [9, 0, 0], size: [4, 2, 1], rotation: [1, 0, 0, 0] },
  'labels of points': { runs: [[4, 3]] },
  track: { shape: 'box', keyframes: [{ frame: 0, geometry: all[0]! }] },
  cell: { row: 3, column: 'price' },
  turn: { turn: 2 },
  'mask of a volume': { plane: 'axial', slices: { 3: { size: [1, 2], counts: [1, 1] } } },
};
describe('isPlane', () => {
  it.each(Object.entries(offPlane))('leaves out a %s', (_, geometry) => {
    expect(isPlane(geometry)).toBe(false);
  });
  it.each(all)('takes plane geometry %#', (geometry) => {
    expect(isPlane(geometry)).toBe(true);
    expect(isPlane({ ...geometry, plane: 'axial', slice: 3 } as Geometry)).toBe(true);
  });
});
