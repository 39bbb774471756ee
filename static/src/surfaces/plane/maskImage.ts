/** Masks as small coloured pictures, made once per mask and colour. */
import { boundsOf } from '../../core/geometry';
import { decode } from '../../core/geometry/rle';
import type { Mask } from '../../core/region';

export interface MaskImage {
  readonly picture: HTMLCanvasElement;
  readonly x: number;
  readonly y: number;
}

const made = new WeakMap<Mask, Map<string, MaskImage | null>>();

/** Null where the mask is empty. */
export function maskImage(mask: Mask, colour: string): MaskImage | null {
  const byColour = made.get(mask) ?? new Map<string, MaskImage | null>();
  made.set(mask, byColour);
  const known = byColour.get(colour);
  if (known !== undefined) return known;
  const image = make(mask, colour);
  byColour.set(colour, image);
  return image;
}

function make(mask: Mask, colour: string): MaskImage | null {
  const [x, y, right, bottom] = boundsOf(mask);
  const [width, height] = [right - x, bottom - y];
  if (!(width > 0 && height > 0)) return null;
  const picture = document.createElement('canvas');
  picture.width = width;
  picture.height = height;
  const ctx = picture.getContext('2d')!;
  const pixels = ctx.createImageData(width, height);
  const words = new Uint32Array(pixels.data.buffer);
  const bits = decode(mask);
  const rows = mask.size[0];
  const ink = wordOf(colour);
  for (let column = 0; column < width; column++)
    for (let row = 0; row < height; row++)
      if (bits[(x + column) * rows + y + row]) words[row * width + column] = ink;
  ctx.putImageData(pixels, 0, 0);
  return { picture, x, y };
}

/** #rrggbb as the little-endian word of an opaque pixel. */
const wordOf = (colour: string): number => {
  const rgb = parseInt(colour.slice(1, 7), 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
};
