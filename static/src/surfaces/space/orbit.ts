/** The camera that flies about the scene: it looks at a target from a distance and two angles. */
import type { Point, Vector3 } from '../../core/region';
import { acrossOf, atLevel, deepSight, type Rect, type Sight } from './sight';
import { add, along, length, scale, subtract } from './vector';

export interface Orbit {
  readonly target: Vector3;
  readonly distance: number;
  /** Radians: from where it looks, seen from above; 0 is from behind the sensor. */
  readonly azimuth: number;
  /** Radians above the horizon. */
  readonly elevation: number;
}
const steepest = Math.PI / 2 - 1e-3;
const opening = Math.PI / 3.2;
const distances = [0.3, 3000] as const;

export function forwardOf({ azimuth, elevation }: Orbit): Vector3 {
  const flat = Math.cos(elevation);
  return [Math.cos(azimuth) * flat, Math.sin(azimuth) * flat, -Math.sin(elevation)];
}
export const eyeOf = (orbit: Orbit): Vector3 =>
  along(orbit.target, forwardOf(orbit), -orbit.distance);
export const focalOf = (rect: Rect): number =>
  Math.min(rect.width * 0.9, rect.height) / 2 / Math.tan(opening / 2);

export function orbitSight(orbit: Orbit, rect: Rect): Sight {
  const forward = forwardOf(orbit);
  const stand = { rect, eye: eyeOf(orbit), forward, ...acrossOf(forward) };
  return deepSight(stand, focalOf(rect), orbit.distance / 200, orbit.distance * 40 + 400);
}
export const orbited = (orbit: Orbit, dx: number, dy: number): Orbit => ({
  ...orbit,
  azimuth: orbit.azimuth - dx * 0.006,
  elevation: Math.max(-0.3, Math.min(steepest, orbit.elevation + dy * 0.006)),
});
/** What is under the pointer follows it, along the ground. */
export function dragged(orbit: Orbit, rect: Rect, from: Point, to: Point): Orbit {
  const sight = orbitSight(orbit, rect);
  const level = orbit.target[2];
  const [a, b] = [atLevel(sight.ray(from), level), atLevel(sight.ray(to), level)];
  const limit = orbit.distance * 6;
  if (a && b && length(subtract(a, orbit.target)) < limit && length(subtract(b, a)) < limit)
    return { ...orbit, target: add(orbit.target, subtract(a, b)) };
  // Towards the horizon the ground runs away: across the view instead.
  const { right, up } = acrossOf(forwardOf(orbit));
  const perPixel = orbit.distance / focalOf(rect);
  const shift = add(
    scale(right, (from[0] - to[0]) * perPixel),
    scale(up, (to[1] - from[1]) * perPixel),
  );
  return { ...orbit, target: add(orbit.target, shift) };
}
/** Nearer by a factor above 1, towards the place under the pointer. */
export function approached(orbit: Orbit, factor: number, towards: Vector3 | null): Orbit {
  const distance = Math.max(distances[0], Math.min(distances[1], orbit.distance / factor));
  const share = 1 - distance / orbit.distance;
  const target = towards
    ? along(orbit.target, subtract(towards, orbit.target), share)
    : orbit.target;
  return { ...orbit, distance, target };
}
/** All of a ball in view. */
export const around = (orbit: Orbit, target: Vector3, radius: number): Orbit => ({
  ...orbit,
  target,
  distance: Math.max(1.5, (radius * 1.25) / Math.sin(opening / 2)),
});
