/** What the server does to cuboids: fits them to points, finds objects, follows them to other frames. */
import type { Cuboid, Vector3 } from '../../core/region';
import { quartered, flipped } from './cuboid';
import type { Loader } from './loading';
import { add, yawOf, multiply, axesOf, scale } from './vector';
import type { Quaternion } from '../../core/region';

interface Fitted {
  readonly cuboid: Cuboid;
  readonly points: number;
}
interface Motion {
  readonly transform: readonly (readonly number[])[];
  readonly is_sound: boolean;
}

/** The cuboid about the object that a point belongs to. */
export const fitAt = (loader: Loader, frame: number, [x, y, z]: Vector3): Promise<Fitted> =>
  loader.json<Fitted>('fit', { frame, x: short(x), y: short(y), z: short(z) });

/** A rough cuboid drawn to the points in it; it keeps its heading. */
export async function fitAbout(loader: Loader, frame: number, rough: Cuboid): Promise<Fitted> {
  const [x, y, z] = rough.center;
  const [length, width, height] = rough.size;
  const yaw = yawOf(rough.rotation);
  const given = { frame, x, y, z, length, width, height, yaw };
  const asked = Object.fromEntries(Object.entries(given).map(([name, one]) => [name, short(one)]));
  return loader.json<Fitted>('fit', asked);
}
/** Two addresses that differ by less than a millimetre are one to the server's cache. */
const short = (value: number): number => Number(value.toFixed(3));

export async function objectsIn(loader: Loader, frame: number): Promise<readonly Fitted[]> {
  const found = await loader.json<{ clusters: readonly Fitted[] }>('clusters', { frame });
  return found.clusters;
}
/** Where a thing that stands still in the world lies in another frame. */
export async function standingStill(
  loader: Loader,
  cuboid: Cuboid,
  from: number,
  to: number,
): Promise<Cuboid> {
  const { transform: m, is_sound } = await loader.json<Motion>('register', { frame: from, to });
  if (!is_sound) return cuboid;
  const rows = [0, 1, 2] as const;
  const center = rows.map(
    (i) =>
      m[i]![0]! * cuboid.center[0] +
      m[i]![1]! * cuboid.center[1] +
      m[i]![2]! * cuboid.center[2] +
      m[i]![3]!,
  ) as unknown as Vector3;
  return { ...cuboid, center, rotation: multiply(rotationOf(m), cuboid.rotation) };
}
function rotationOf(m: readonly (readonly number[])[]): Quaternion {
  const at = (i: number, j: number): number => m[i]![j]!;
  const trace = at(0, 0) + at(1, 1) + at(2, 2);
  // Frames of a drive differ by far less than half a turn: w stays well above 0.
  const w = Math.sqrt(Math.max(0.01, 1 + trace)) / 2;
  return multiply(
    [1, 0, 0, 0],
    [
      w,
      (at(2, 1) - at(1, 2)) / (4 * w),
      (at(0, 2) - at(2, 0)) / (4 * w),
      (at(1, 0) - at(0, 1)) / (4 * w),
    ],
  );
}
/**
 * What was fitted in another frame, in the size that the object has: a car seen from behind shows
 * its rear only, so the side towards the sensor counts and the far one follows from the size.
 */
export function inItsSize(fitted: Cuboid, known: Cuboid): Cuboid {
  const turned = [fitted, flipped(fitted), quartered(fitted), flipped(quartered(fitted))];
  const heading = yawOf(known.rotation);
  const off = (one: Cuboid): number => Math.abs(wrapped(yawOf(one.rotation) - heading));
  const best = turned.reduce((a, b) => (off(b) < off(a) ? b : a));
  const axes = axesOf(best.rotation);
  let center: Vector3 = best.center;
  for (const i of [0, 1, 2] as const) {
    const missing = known.size[i] - best.size[i];
    // Away from the sensor, which stands at the origin; things grow upward from the ground.
    const away = i === 2 ? 1 : Math.sign(dotted(axes[i], best.center)) || 1;
    center = add(center, scale(axes[i], (away * missing) / 2));
  }
  return { center, size: known.size, rotation: best.rotation };
}
const dotted = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const wrapped = (radians: number): number =>
  Math.atan2(Math.sin(radians), Math.cos(radians));
