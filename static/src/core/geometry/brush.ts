/** Painting into a mask: a stroke is every pixel whose centre lies within reach of the path. */
import type { Mask, Point } from '../region';
import { toSegment } from './point';
import { decode, encode } from './rle';

export interface Stroke {
  readonly points: readonly Point[];
  /** Diameter in image pixels. */
  readonly width: number;
  readonly erase: boolean;
}

export const blankMask = (height: number, width: number): Mask => ({
  size: [height, width],
  counts: [height * width],
});

export function paint(mask: Mask, stroke: Stroke): Mask {
  const [height, width] = mask.size;
  const bits = decode(mask);
  const value = stroke.erase ? 0 : 1;
  const { points } = stroke;
  points.forEach((point, i) => {
    sweep(bits, height, width, points[i - 1] ?? point, point, stroke.width / 2, value);
  });
  return encode(bits, height, width);
}

function sweep(
  bits: Uint8Array,
  height: number,
  width: number,
  a: Point,
  b: Point,
  radius: number,
  value: number,
): void {
  const left = Math.max(0, Math.floor(Math.min(a[0], b[0]) - radius));
  const right = Math.min(width - 1, Math.ceil(Math.max(a[0], b[0]) + radius));
  const top = Math.max(0, Math.floor(Math.min(a[1], b[1]) - radius));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(a[1], b[1]) + radius));
  // The smallest brush still paints the pixel it stands on.
  const reach = Math.max(radius, Math.SQRT1_2);
  for (let x = left; x <= right; x++)
    for (let y = top; y <= bottom; y++)
      if (toSegment([x + 0.5, y + 0.5], a, b) <= reach) bits[x * height + y] = value;
}
