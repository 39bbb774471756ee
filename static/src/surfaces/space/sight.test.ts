import { describe, expect, it } from 'vitest';
import type { Vector3 } from '../../core/region';
import {
  contains,
  cornersOf,
  entry,
  flipped,
  pulled,
  quartered,
  standing,
  upright,
} from './cuboid';
import { bestCamera, lensView, placed } from './lens';
import { eyeOf, orbitSight, type Orbit } from './orbit';
import { planNames, planOf, restingPlan } from './plans';
import { project, segment, type Ray } from './sight';
import { about, along, axesOf, dot, multiply, unit, yawOf } from './vector';

const rect = { x: 10, y: 20, width: 400, height: 300 };
const car = upright([12, 3, -0.95], [4.2, 1.8, 1.5], 0.4);
const orbit: Orbit = { target: [10, 0, -1], distance: 20, azimuth: 0.3, elevation: 0.5 };
const lens = {
  intrinsic: [
    [700, 0, 600],
    [0, 700, 180],
    [0, 0, 1],
  ],
  extrinsic: [
    [0, -1, 0, 0],
    [0, 0, -1, -0.08],
    [1, 0, 0, -0.27],
    [0, 0, 0, 1],
  ],
  width: 1242,
  height: 375,
};
const near = (a: readonly number[], b: readonly number[], digits = 6): void => {
  expect(a).toHaveLength(b.length);
  a.forEach((one, i) => expect(one).toBeCloseTo(b[i]!, digits));
};
/** How far a place lies from a ray. */
const aside = ({ from, direction }: Ray, at: Vector3): number => {
  const t = dot([at[0] - from[0], at[1] - from[1], at[2] - from[2]], direction);
  const foot = along(from, direction, t);
  return Math.hypot(foot[0] - at[0], foot[1] - at[1], foot[2] - at[2]);
};

describe('every kind of sight', () => {
  const sights = {
    scene: orbitSight(orbit, rect),
    ...Object.fromEntries(
      planNames.map((name) => [name, planOf(name, car, rect, restingPlan, 2).sight]),
    ),
    lens: lensView(lens, placed(lens, rect, null), rect),
    zoomed: lensView(lens, placed(lens, rect, { zoom: 3, middle: [400, 200] }), rect),
  };
  it.each(Object.entries(sights))('%s: the ray of a pixel meets what is seen there', (_, sight) => {
    for (const corner of cornersOf(car)) {
      const seen = project(sight, corner);
      expect(seen).not.toBeNull();
      expect(aside(sight.ray([seen![0], seen![1]]), corner)).toBeLessThan(1e-6);
    }
  });
  it('looks at the target in the middle of the pane', () => {
    const [x, y, depth] = project(sights.scene!, orbit.target)!;
    near([x, y, depth], [210, 170, 20]);
    near(sights.scene!.ray([210, 170]).from, eyeOf(orbit));
  });
  it('does not show what lies behind', () => {
    const behind = along(eyeOf(orbit), unit([-1, 0, 0]), 5);
    expect(project(sights.scene!, behind)).toBeNull();
  });
  it('cuts a line that comes from behind', () => {
    const line = segment(sights.scene!, along(eyeOf(orbit), [-1, 0, 0], 5), [20, 0, -1]);
    expect(line?.flat().every(Number.isFinite)).toBe(true);
  });
});

describe('plans', () => {
  it('show forward up from above, and to the right from the side', () => {
    const [nose, tail] = [placeOf(1), placeOf(-1)];
    const top = planOf('top', car, rect, restingPlan, 2).sight;
    expect(project(top, nose)![1]).toBeLessThan(project(top, tail)![1]);
    const side = planOf('side', car, rect, restingPlan, 2).sight;
    expect(project(side, nose)![0]).toBeGreaterThan(project(side, tail)![0]);
  });
  const placeOf = (share: number): Vector3 =>
    along(car.center, axesOf(car.rotation)[0], (share * car.size[0]) / 2);
});

describe('a calibrated camera', () => {
  it('shows a place where the product of its matrices says', () => {
    const whole = { x: 0, y: 0, width: 1242, height: 375 };
    const [u, v, depth] = project(lensView(lens, whole, whole), [12.27, 2, -1.08])!;
    near([u, v, depth], [600 - (700 * 2) / 12, 180 + 700 / 12, 12]);
  });
  it('that sees a cuboid largest is the best', () => {
    const behind = {
      ...lens,
      extrinsic: lens.extrinsic.map((row, i) => (i === 2 ? [-1, 0, 0, 0] : row)),
    };
    expect(bestCamera([behind, lens], car)).toBe(1);
    expect(bestCamera([behind, null], car)).toBe(-1);
  });
});

describe('cuboids', () => {
  it('list their corners as the back end does: bottom, then top, from the front left', () => {
    const [first, , , fourth, fifth] = cornersOf(upright([0, 0, 0], [4, 2, 1], 0));
    near(first!, [2, 1, -0.5]);
    near(fourth!, [2, -1, -0.5]);
    near(fifth!, [2, 1, 0.5]);
  });
  it('grow by one face while the opposite stays', () => {
    const grown = pulled(car, 0, 1, 0.6);
    expect(grown.size[0]).toBeCloseTo(4.8);
    near(cornersOf(grown)[1]!, cornersOf(car)[1]!);
  });
  it('never shrink to nothing', () => {
    expect(pulled(car, 2, -1, -9).size[2]).toBeCloseTo(0.05);
  });
  it('turned round twice are what they were', () => {
    near(cornersOf(flipped(flipped(car))).flat(), cornersOf(car).flat());
  });
  it('keep their outline when the side becomes the front', () => {
    const sorted = (c: typeof car): number[] =>
      cornersOf(c)
        .map(([x]) => x)
        .sort((a, b) => a - b);
    near(sorted(quartered(car)), sorted(car));
    expect(yawOf(quartered(car).rotation) - 0.4).toBeCloseTo(Math.PI / 2);
  });
  it('stand on a level', () => {
    const tilted = { ...car, rotation: multiply(about([0, 1, 0], 0.2), car.rotation) };
    expect(Math.min(...cornersOf(standing(tilted, -2)).map(([, , z]) => z))).toBeCloseTo(-2);
  });
  it('are met by a ray at their nearest face', () => {
    expect(entry(upright([10, 0, 0], [4, 2, 2], 0), [0, 0, 0], [1, 0, 0])).toBeCloseTo(8);
    expect(entry(car, [0, 0, 50], [1, 0, 0])).toBeNull();
    expect(contains(car, car.center)).toBe(true);
  });
});
