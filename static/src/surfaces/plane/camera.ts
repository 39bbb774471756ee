/** A camera maps image pixels to screen pixels; every function answers a new camera. */
import type { Bounds } from '../../core/geometry/point';
import type { Point } from '../../core/region';

/** `x`, `y`: the image point at the top left of the screen; `scale`: screen pixels an image pixel. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}

const largest = 64;

export const toImage = (camera: Camera, [x, y]: Point): Point => [
  camera.x + x / camera.scale,
  camera.y + y / camera.scale,
];
export const toScreen = (camera: Camera, [x, y]: Point): Point => [
  (x - camera.x) * camera.scale,
  (y - camera.y) * camera.scale,
];

/** Moves the picture by screen pixels. */
export const panBy = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
});

/** What lies under the screen point stays there. */
export function zoomAt(camera: Camera, at: Point, factor: number, smallest: number): Camera {
  const scale = Math.max(smallest, Math.min(largest, camera.scale * factor));
  const [x, y] = toImage(camera, at);
  return { x: x - at[0] / scale, y: y - at[1] / scale, scale };
}

/** Shows the bounds whole and in the middle, with a margin in screen pixels. */
export function fit(
  [minX, minY, maxX, maxY]: Bounds,
  view: Size,
  margin: number,
  most = largest,
): Camera {
  const room = { width: view.width - 2 * margin, height: view.height - 2 * margin };
  const across = Math.max(1, room.width) / Math.max(1, maxX - minX);
  const down = Math.max(1, room.height) / Math.max(1, maxY - minY);
  return centred([(minX + maxX) / 2, (minY + maxY) / 2], Math.min(across, down, most), view);
}

export const centred = ([x, y]: Point, scale: number, view: Size): Camera => ({
  x: x - view.width / 2 / scale,
  y: y - view.height / 2 / scale,
  scale,
});

/** Half of what fits, so that a picture never becomes a dot; a small one may still go to actual size. */
export const smallestScale = (image: Size, view: Size): number =>
  Math.min(1, fit([0, 0, image.width, image.height], view, 0).scale / 2);

/** Keeps some of the picture on the screen, wherever it was pushed. */
export function keepInSight(camera: Camera, image: Size, view: Size): Camera {
  const seen = 48 / camera.scale;
  const within = (value: number, size: number, across: number): number =>
    Math.max(seen - across / camera.scale, Math.min(size - seen, value));
  return {
    ...camera,
    x: within(camera.x, image.width, view.width),
    y: within(camera.y, image.height, view.height),
  };
}

export const isInSight = ([minX, minY, maxX, maxY]: Bounds, camera: Camera, view: Size): boolean =>
  maxX >= camera.x &&
  maxY >= camera.y &&
  minX <= camera.x + view.width / camera.scale &&
  minY <= camera.y + view.height / camera.scale;
