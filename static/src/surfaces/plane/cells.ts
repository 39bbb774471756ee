/** The superpixels of a picture, as the server cut it: which cell is where, and the lines between. */
import type { Bits } from '../../core/geometry/flood';

export class Cells {
  /** `ids` row by row. */
  constructor(
    readonly width: number,
    readonly height: number,
    readonly ids: Uint16Array,
  ) {}

  /** The cell at a place given in shares of the picture. */
  at(x: number, y: number): number | null {
    if (x < 0 || y < 0 || x >= 1 || y >= 1) return null;
    return this.ids[Math.floor(y * this.height) * this.width + Math.floor(x * this.width)]!;
  }
  bitsOf(cells: ReadonlySet<number>): Bits {
    const { width, height, ids } = this;
    const bits = new Uint8Array(ids.length);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if (cells.has(ids[y * width + x]!)) bits[x * height + y] = 1;
    return { width, height, bits };
  }
  /** The lines between cells as one path, in pixels of the cut picture. */
  get borders(): Path2D {
    const { width, height, ids } = this;
    const path = new Path2D();
    const line = (x: number, y: number, dx: number, dy: number): void => {
      path.moveTo(x, y);
      path.lineTo(x + dx, y + dy);
    };
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const own = ids[y * width + x];
        if (x && ids[y * width + x - 1] !== own) line(x, y, 0, 1);
        if (y && ids[(y - 1) * width + x] !== own) line(x, y, 1, 0);
      }
    return path;
  }
}

/** From the server's picture of numbers: low byte red, high byte green. */
export function cellsOf({ width, height, data }: ImageData): Cells {
  const ids = new Uint16Array(width * height);
  for (let i = 0; i < ids.length; i++) ids[i] = data[i * 4]! + 256 * data[i * 4 + 1]!;
  return new Cells(width, height, ids);
}

export async function loadCells(base: string): Promise<Cells> {
  const response = await fetch(`${base}/superpixels`);
  if (!response.ok) throw new Error(response.statusText);
  // Numbers, not colours: nothing may be converted.
  const bitmap = await createImageBitmap(await response.blob(), { colorSpaceConversion: 'none' });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const ctx = canvas.getContext('2d')!;
  ctx.drawImage(bitmap, 0, 0);
  bitmap.close();
  return cellsOf(ctx.getImageData(0, 0, canvas.width, canvas.height));
}
