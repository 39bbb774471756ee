import { describe, expect, it } from 'vitest';
import type { Geometry, Region } from '../../core/region';
import { upright } from './cuboid';
import { begun, changedAt, foreseen, keysOf, seenAt } from './sequence';
import { inItsSize } from './server';

const region = (geometry: Geometry): Region => ({
  id: 'a',
  label: 'object',
  on: 'drive',
  class: 'car',
  geometry,
  attributes: {},
  origin: { kind: 'human' },
});
const car = upright([10, 2, -1], [4, 1.8, 1.5], 0);

describe('a cuboid of one frame', () => {
  it('is seen there only', () => {
    const one = region({ ...car, frame: 3 });
    expect(seenAt(one, 3)?.isKey).toBe(true);
    expect(seenAt(one, 2)).toBeNull();
    expect(seenAt(region(car), 0)).not.toBeNull();
  });
  it('keeps its frame and its confirmation when it is moved', () => {
    const one = region({ ...car, frame: 3, confirmed: true });
    const moved = changedAt(one, 3, { ...car, center: [11, 2, -1] });
    expect(moved).toMatchObject({ frame: 3, confirmed: true, center: [11, 2, -1] });
  });
});

describe('a track', () => {
  const start = region(begun(car, 0, true));
  const later = region(changedAt(start, 10, { ...car, center: [20, 2, -1] }));
  it('moves between its keyframes', () => {
    expect(seenAt(later, 5)?.cuboid.center).toEqual([15, 2, -1]);
    expect(seenAt(later, 5)?.isKey).toBe(false);
    expect(keysOf(later)).toEqual([0, 10]);
  });
  it('is confirmed in the frame where a person said so, nowhere else', () => {
    const sure = region(changedAt(later, 10, seenAt(later, 10)!.cuboid, true));
    expect([5, 10, 12].map((frame) => seenAt(sure, frame)?.isConfirmed)).toEqual([
      false,
      true,
      false,
    ]);
    const edited = region(changedAt(sure, 12, car));
    expect(seenAt(edited, 12)?.isConfirmed).toBe(false);
    expect(seenAt(edited, 10)?.isConfirmed).toBe(true);
  });
  it('is foreseen to go on as it went', () => {
    expect(foreseen(later, 12)?.center).toEqual([22, 2, -1]);
    expect(foreseen(start, 4)?.center).toEqual([10, 2, -1]);
  });
});

it('a fit of the rear alone is taken to the size that the object has, away from the sensor', () => {
  const rear = upright([8.2, 2, -1.1], [0.4, 1.8, 1.3], 0);
  const found = inItsSize(rear, car);
  expect(found.size).toEqual(car.size);
  // Its rear stays at 8.0, so the middle is 2 m farther on.
  expect(found.center[0]).toBeCloseTo(10);
  expect(found.center[2]).toBeCloseTo(-1);
});
