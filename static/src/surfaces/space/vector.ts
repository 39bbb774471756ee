/** Vectors and quaternions as the wire writes them: [x, y, z] in metres, [qw, qx, qy, qz]. */
import type { Quaternion, Vector3 } from '../../core/region';

export const add = (a: Vector3, b: Vector3): Vector3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector3, b: Vector3): Vector3 => [
  a[0] - b[0],
  a[1] - b[1],
  a[2] - b[2],
];
export const scale = (a: Vector3, by: number): Vector3 => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vector3): number => Math.hypot(a[0], a[1], a[2]);
export const unit = (a: Vector3): Vector3 => scale(a, 1 / (length(a) || 1));
/** `a` and so much of `b`. */
export const along = (a: Vector3, b: Vector3, by: number): Vector3 => [
  a[0] + b[0] * by,
  a[1] + b[1] * by,
  a[2] + b[2] * by,
];

/** First `b`, then `a`; at length 1, whatever rounding did before. */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  const [aw, ax, ay, az] = a;
  const [bw, bx, by, bz] = b;
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const x = aw * bx + ax * bw + ay * bz - az * by;
  const y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw;
  const norm = Math.hypot(w, x, y, z) || 1;
  return [w / norm, x / norm, y / norm, z / norm];
}
/** Counter-clockwise about a unit vector that points at the beholder. */
export function about(axis: Vector3, radians: number): Quaternion {
  const s = Math.sin(radians / 2);
  return [Math.cos(radians / 2), axis[0] * s, axis[1] * s, axis[2] * s];
}
export const fromYaw = (radians: number): Quaternion => about([0, 0, 1], radians);

/** Unit vectors of a turned frame's x, y and z. */
export function axesOf([w, x, y, z]: Quaternion): readonly [Vector3, Vector3, Vector3] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}
/** The angle of the length axis about z: 0 forward, positive to the left. */
export function yawOf(rotation: Quaternion): number {
  const [forward] = axesOf(rotation);
  return Math.atan2(forward[1], forward[0]);
}
