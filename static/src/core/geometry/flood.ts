/** Pixels that look alike: what a magic wand takes. */
import type { Mask } from '../region';
import { decode, encode } from './rle';

/** Red, green, blue and alpha, row by row; as a canvas gives them. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}
/** One byte a pixel, column by column, as masks are. */
export interface Bits {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
}

/** The pixels joined to (x, y) by sides that differ from it by at most `tolerance` in every channel. */
export function flood(
  { width, height, data }: Pixels,
  x: number,
  y: number,
  tolerance: number,
): Bits {
  const bits = new Uint8Array(width * height);
  const seed = (y * width + x) * 4;
  const isAlike = (column: number, row: number): boolean => {
    const at = (row * width + column) * 4;
    return (
      bits[column * height + row] === 0 &&
      Math.abs(data[at]! - data[seed]!) <= tolerance &&
      Math.abs(data[at + 1]! - data[seed + 1]!) <= tolerance &&
      Math.abs(data[at + 2]! - data[seed + 2]!) <= tolerance
    );
  };
  // Columns are filled at a stroke; only where a neighbouring run begins is anything remembered.
  const waiting = [x, y];
  while (waiting.length) {
    const row = waiting.pop()!;
    const column = waiting.pop()!;
    if (!isAlike(column, row)) continue;
    let [top, bottom] = [row, row + 1];
    while (top > 0 && isAlike(column, top - 1)) top--;
    while (bottom < height && isAlike(column, bottom)) bottom++;
    bits.fill(1, column * height + top, column * height + bottom);
    for (const beside of [column - 1, column + 1]) {
      if (beside < 0 || beside >= width) continue;
      for (let at = top, isRun = false; at < bottom; at++) {
        const isNext = isAlike(beside, at);
        if (isNext && !isRun) waiting.push(beside, at);
        isRun = isNext;
      }
    }
  }
  return { width, height, bits };
}

/** At another size: each pixel takes what lies under its middle. */
export function resized(
  { width, height, bits }: Bits,
  to: { width: number; height: number },
): Bits {
  if (width === to.width && height === to.height) return { width, height, bits };
  const grown = new Uint8Array(to.width * to.height);
  for (let x = 0; x < to.width; x++) {
    const from = Math.floor(((x + 0.5) * width) / to.width) * height;
    for (let y = 0; y < to.height; y++)
      grown[x * to.height + y] = bits[from + Math.floor(((y + 0.5) * height) / to.height)]!;
  }
  return { ...to, bits: grown };
}

export const maskOf = ({ bits, height, width }: Bits): Mask => encode(bits, height, width);

/** Adds pixels to a mask of the same size, or takes them out. */
export function merged(mask: Mask | null, { bits, height, width }: Bits, erase: boolean): Mask {
  const own = mask ? decode(mask) : new Uint8Array(bits.length);
  for (let i = 0; i < bits.length; i++) if (bits[i]) own[i] = erase ? 0 : 1;
  return encode(own, height, width);
}
