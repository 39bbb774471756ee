/** Which part of the plane is on screen: a value, changed by making another. */
export interface Camera {
  /** The plane's point in the middle of the view. */
  readonly x: number;
  readonly y: number;
  /** Pixels a unit. */
  readonly scale: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface At {
  readonly x: number;
  readonly y: number;
}

const MARGIN = 0.06;
const FARTHEST = 0.4;
const NEAREST = 400;

/** Everything in view; `fitted` is also the measure of how far one may zoom. */
export function fit(x: Float32Array, y: Float32Array, size: Size): Camera {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < x.length; i++) {
    left = Math.min(left, x[i]!);
    right = Math.max(right, x[i]!);
    top = Math.min(top, y[i]!);
    bottom = Math.max(bottom, y[i]!);
  }
  if (!(right >= left)) return { x: 0, y: 0, scale: 1 };
  const room = 1 - 2 * MARGIN;
  const wide = (size.width * room) / Math.max(right - left, 1e-6);
  const high = (size.height * room) / Math.max(bottom - top, 1e-6);
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(wide, high) };
}

export const toScreen = (camera: Camera, size: Size, at: At): At => ({
  x: (at.x - camera.x) * camera.scale + size.width / 2,
  y: (at.y - camera.y) * camera.scale + size.height / 2,
});

export const toPlane = (camera: Camera, size: Size, at: At): At => ({
  x: (at.x - size.width / 2) / camera.scale + camera.x,
  y: (at.y - size.height / 2) / camera.scale + camera.y,
});

export const pan = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
});

/** Zoom about a point of the screen, which stays where it is. */
export function zoom(camera: Camera, size: Size, at: At, factor: number, fitted: Camera): Camera {
  const scale = Math.min(
    Math.max(camera.scale * factor, fitted.scale * FARTHEST),
    fitted.scale * NEAREST,
  );
  const fixed = toPlane(camera, size, at);
  return {
    x: fixed.x - (at.x - size.width / 2) / scale,
    y: fixed.y - (at.y - size.height / 2) / scale,
    scale,
  };
}

/** Side of a point in pixels: as large as the crowd allows, and larger as one comes near. */
export function pointSide(camera: Camera, fitted: Camera, count: number, size: Size): number {
  const roomy = Math.sqrt((size.width * size.height) / Math.max(count, 1)) * 0.28;
  const near = Math.sqrt(camera.scale / fitted.scale);
  return Math.min(Math.max(roomy, 1.8), 6.5) * Math.min(Math.max(near, 0.7), 2.2);
}
