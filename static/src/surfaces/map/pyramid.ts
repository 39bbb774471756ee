/** Which tiles of which level a camera sees. */
import type { Camera, Size } from '../plane/camera';

export interface Tile {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}
export interface Pyramid {
  readonly width: number;
  readonly height: number;
  readonly tile: number;
  readonly levels: number;
}

export const keyOf = ({ level, x, y }: Tile): string => `${level}/${x}/${y}`;

/** The coarsest level that is still sharp: a pixel of it is at most a device pixel and a half. */
export function levelFor({ levels }: Pyramid, scale: number, ratio: number): number {
  const wanted = Math.floor(Math.log2(1.5 / (scale * ratio)));
  return Math.max(0, Math.min(levels - 1, wanted));
}

/** Pixels of the full picture along a tile's side. */
export const sideOf = ({ tile }: Pyramid, level: number): number => tile * 2 ** level;

/** The tiles of a level in view, those in the middle first. */
export function tilesIn(pyramid: Pyramid, level: number, camera: Camera, view: Size): Tile[] {
  const side = sideOf(pyramid, level);
  const [right, bottom] = [
    Math.min(pyramid.width, camera.x + view.width / camera.scale),
    Math.min(pyramid.height, camera.y + view.height / camera.scale),
  ];
  const [left, top] = [Math.max(0, camera.x), Math.max(0, camera.y)];
  const tiles: Tile[] = [];
  if (right <= left || bottom <= top) return tiles;
  for (let y = Math.floor(top / side); y * side < bottom; y++)
    for (let x = Math.floor(left / side); x * side < right; x++) tiles.push({ level, x, y });
  const [cx, cy] = [(left + right) / 2 / side - 0.5, (top + bottom) / 2 / side - 0.5];
  const away = ({ x, y }: Tile): number => Math.hypot(x - cx, y - cy);
  return tiles.sort((a, b) => away(a) - away(b));
}

/** A tile's place in the full picture. */
export function placeOf(pyramid: Pyramid, { level, x, y }: Tile) {
  const side = sideOf(pyramid, level);
  return {
    x: x * side,
    y: y * side,
    width: Math.min(side, pyramid.width - x * side),
    height: Math.min(side, pyramid.height - y * side),
  };
}

/** The tile of the next coarser level that holds it; null above the last one. */
export const parentOf = (pyramid: Pyramid, { level, x, y }: Tile): Tile | null =>
  level + 1 < pyramid.levels ? { level: level + 1, x: x >> 1, y: y >> 1 } : null;
