import { describe, expect, it } from 'vitest';
import type { Point } from '../../core/region';
import { placeIn, upright } from './cuboid';
import {
  depthHandleAt,
  faceHandles,
  planHandleAt,
  planHandles,
  pulledInDepth,
  pulledInPlan,
} from './handles';
import { orbitSight } from './orbit';
import { planNames, planOf, restingPlan } from './plans';
import { pixelsPerMetre, project } from './sight';
import { yawOf } from './vector';

const rect = { x: 0, y: 0, width: 400, height: 300 };
const car = upright([12, 3, -0.95], [4.2, 1.8, 1.5], 0.4);
const top = planOf('top', car, rect, restingPlan, 1);
const perMetre = pixelsPerMetre(top.sight, car.center);
const middle: Point = [200, 150];
const scene = orbitSight({ target: car.center, distance: 15, azimuth: 0, elevation: 0.5 }, rect);

describe('in a plan', () => {
  it.each(planNames)('%s: every handle is found where it is shown', (name) => {
    const plan = planOf(name, car, rect, restingPlan, 1);
    for (const { handle, at } of planHandles(name, car, plan))
      expect(planHandleAt(name, car, plan, at, 8)).toEqual(handle);
    expect(planHandleAt(name, car, plan, middle, 8)).toEqual({ kind: 'body' });
    expect(planHandleAt(name, car, plan, [3, 3], 8)).toBeNull();
  });
  it('a side answers along its whole length', () => {
    const at = project(top.sight, placeIn(car, [0.6, -1, 0]))!;
    expect(planHandleAt('top', car, top, [at[0], at[1]], 8)).toEqual({ kind: 'side', u: 1, v: 0 });
  });
  it('the front side pulled up by a metre makes it a metre longer', () => {
    const handle = { kind: 'side', u: 0, v: 1 } as const;
    const found = pulledInPlan('top', car, top, handle, [200, 50], [200, 50 - perMetre]);
    expect(found.size[0]).toBeCloseTo(5.2);
    expect(found.size[1]).toBeCloseTo(1.8);
  });
  it('the right side pulled to the right makes it wider, to the right only', () => {
    const handle = { kind: 'side', u: 1, v: 0 } as const;
    const found = pulledInPlan('top', car, top, handle, middle, [200 + perMetre / 2, 150]);
    expect(found.size[1]).toBeCloseTo(2.3);
    const left = (one: typeof car): number[] => [...placeIn(one, [0, 1, 0])];
    left(found).forEach((value, i) => expect(value).toBeCloseTo(left(car)[i]!));
  });
  it('a corner pulls two sides at once', () => {
    const handle = { kind: 'side', u: -1, v: -1 } as const;
    const to: Point = [200 - perMetre, 150 + perMetre];
    const found = pulledInPlan('top', car, top, handle, middle, to);
    expect(found.size[0]).toBeCloseTo(5.2);
    expect(found.size[1]).toBeCloseTo(2.8);
  });
  it('the knob turns it to where it is taken', () => {
    const handle = { kind: 'turn' } as const;
    const found = pulledInPlan('top', car, top, handle, [200, 50], [100, 150]);
    expect(yawOf(found.rotation) - 0.4).toBeCloseTo(Math.PI / 2);
  });
  it('in the side view the knob pitches it', () => {
    const side = planOf('side', car, rect, restingPlan, 1);
    const found = pulledInPlan('side', car, side, { kind: 'turn' }, [200, 50], [190, 50]);
    expect(yawOf(found.rotation)).toBeCloseTo(0.4);
    expect(found.rotation[1] ** 2 + found.rotation[2] ** 2).toBeGreaterThan(1e-4);
  });
});

describe('in depth', () => {
  it('only faces that look at the beholder can be taken', () => {
    const handles = faceHandles(scene, car);
    expect(handles.map(({ handle }) => handle)).toEqual([
      { kind: 'face', axis: 0, side: -1 },
      { kind: 'face', axis: 1, side: 1 },
      { kind: 'face', axis: 2, side: 1 },
    ]);
    for (const { handle, at } of handles) expect(depthHandleAt(scene, car, at, 8)).toEqual(handle);
  });
  it('a face follows the pointer along its own axis', () => {
    const [, , roof] = faceHandles(scene, car);
    const to: Point = [roof!.at[0], roof!.at[1] - 20];
    const found = pulledInDepth(scene, car, roof!.handle, roof!.at, to);
    expect(found.size[2]).toBeGreaterThan(1.6);
    expect(faceHandles(scene, found)[2]!.at[1]).toBeCloseTo(to[1], -1);
    expect(placeIn(found, [0, 0, -1])[2]).toBeCloseTo(placeIn(car, [0, 0, -1])[2]);
  });
  it('the body follows the pointer along the ground', () => {
    const from = project(scene, car.center)!;
    const to: Point = [from[0] + 30, from[1] + 10];
    const found = pulledInDepth(scene, car, { kind: 'body' }, [from[0], from[1]], to);
    const seen = project(scene, found.center)!;
    expect(seen[0]).toBeCloseTo(to[0]);
    expect(seen[1]).toBeCloseTo(to[1]);
    expect(found.center[2]).toBeCloseTo(car.center[2]);
  });
});
