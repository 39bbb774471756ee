import { expect, test } from 'vitest';
import { combined, placeOf, Places } from './choosing';
import type { Points } from './wire';

const points: Points = {
  id: new Float64Array([3, 5, 8, 13]),
  x: new Float32Array([0, 1, 2, 3]),
  y: new Float32Array([0, 1, 0, 1]),
  group: new Uint8Array(4),
  groups: 1,
};
const places = new Places(points);

test('the nearest point within reach, of those that are shown', () => {
  const all = () => true;
  expect(places.nearest({ x: 1.1, y: 0.9 }, 0.5, all)).toBe(1);
  expect(places.nearest({ x: 1.1, y: 0.9 }, 0.01, all)).toBe(-1);
  expect(places.nearest({ x: 1.1, y: 0.9 }, 5, (i) => i !== 1)).toBe(2);
});

test('a box holds what lies in it, drawn from any corner', () => {
  expect(places.inBox({ x: 2.5, y: 1.5 }, { x: 0.5, y: -1 }).sort()).toEqual([1, 2]);
});

test('a loop holds what it goes around', () => {
  const loop = [
    { x: -1, y: -1 },
    { x: 4, y: -1 },
    { x: 4, y: 0.5 },
    { x: -1, y: 0.5 },
  ];
  expect(places.inLoop(loop).sort()).toEqual([0, 2]);
  expect(places.inLoop(loop.slice(0, 2))).toEqual([]);
});

test('an empty map has nothing to find', () => {
  const none = new Places({
    id: new Float64Array(),
    x: new Float32Array(),
    y: new Float32Array(),
    group: new Uint8Array(),
    groups: 0,
  });
  expect(none.nearest({ x: 0, y: 0 }, 9, () => true)).toBe(-1);
  expect(none.inBox({ x: 0, y: 0 }, { x: 9, y: 9 })).toEqual([]);
});

test('a selection is replaced, added to and taken from; none is null', () => {
  const one = combined(null, 4, [1], 'replace');
  expect([...one!]).toEqual([0, 1, 0, 0]);
  expect([...combined(one, 4, [3], 'add')!]).toEqual([0, 1, 0, 1]);
  expect([...combined(one, 4, [3], 'replace')!]).toEqual([0, 0, 0, 1]);
  expect(combined(one, 4, [1], 'remove')).toBeNull();
  expect([...one!]).toEqual([0, 1, 0, 0]);
});

test('a task is found by its id', () => {
  expect([3, 13, 8, 4].map((id) => placeOf(points.id, id))).toEqual([0, 3, 2, -1]);
});
