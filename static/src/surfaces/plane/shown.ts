/** A picture and how it is shown: brighter, harder, inverted, with superpixels. Nothing of it is saved. */
import type { Pixels } from '../../core/geometry/flood';
import type { Backdrop } from './backdrop';
import type { Camera, Size } from './camera';
import type { Cells } from './cells';

export interface Look {
  /** -100 to 100; 0 as it is. */
  readonly brightness: number;
  readonly contrast: number;
  readonly isInverted: boolean;
}
export const plainLook: Look = { brightness: 0, contrast: 0, isInverted: false };
export const isPlain = (look: Look): boolean =>
  !look.brightness && !look.contrast && !look.isInverted;

/** What each of the 256 levels becomes. Contrast turns about the middle grey. */
export function levelsOf({ brightness, contrast, isInverted }: Look): Uint8ClampedArray {
  const slope = contrast < 0 ? 1 + contrast / 100 : 1 / Math.max(0.01, 1 - contrast / 100);
  return Uint8ClampedArray.from({ length: 256 }, (_, level) => {
    const shown = (level - 127.5) * slope + 127.5 + brightness * 1.275;
    return isInverted ? 255 - shown : shown;
  });
}

/** Larger pictures are read at half the size, and so on. */
const mostPixels = 6_000_000;

export class ShownImage implements Backdrop {
  look: Look = plainLook;
  /** Drawn over the picture while they are used. */
  cells: Cells | null = null;
  #pixels: ImageData | null = null;
  #changed: { readonly look: Look; readonly canvas: HTMLCanvasElement } | null = null;
  #borders: { readonly cells: Cells; readonly path: Path2D } | null = null;

  constructor(
    private readonly image: HTMLImageElement,
    readonly size: Size,
  ) {}

  draw(ctx: CanvasRenderingContext2D, { scale }: Camera): void {
    const { width, height } = this.size;
    // Above three screen pixels an image pixel, people want to see the pixels.
    ctx.imageSmoothingEnabled = scale * (width / this.image.naturalWidth) < 3;
    ctx.drawImage(this.#picture(), 0, 0, width, height);
    if (this.cells) this.#drawBorders(ctx, this.cells, scale);
  }
  /** The picture as it is stored, whatever it looks like now. */
  get pixels(): Pixels {
    return (this.#pixels ??= read(this.image));
  }

  #picture(): CanvasImageSource {
    const { look } = this;
    if (isPlain(look)) return this.image;
    if (this.#changed?.look !== look) this.#changed = { look, canvas: this.#drawn(look) };
    return this.#changed.canvas;
  }
  #drawn(look: Look): HTMLCanvasElement {
    const { width, height, data } = (this.#pixels ??= read(this.image));
    const canvas = this.#changed?.canvas ?? document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const levels = levelsOf(look);
    const changed = new ImageData(width, height);
    for (let i = 0; i < data.length; i += 4) {
      changed.data[i] = levels[data[i]!]!;
      changed.data[i + 1] = levels[data[i + 1]!]!;
      changed.data[i + 2] = levels[data[i + 2]!]!;
      changed.data[i + 3] = data[i + 3]!;
    }
    canvas.getContext('2d')!.putImageData(changed, 0, 0);
    return canvas;
  }
  #drawBorders(ctx: CanvasRenderingContext2D, cells: Cells, scale: number): void {
    if (this.#borders?.cells !== cells) this.#borders = { cells, path: cells.borders };
    const [sx, sy] = [this.size.width / cells.width, this.size.height / cells.height];
    ctx.save();
    ctx.scale(sx, sy);
    for (const [colour, width] of [
      ['#0008', 2.2],
      ['#ffffffb0', 1],
    ] as const) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = width / (scale * Math.max(sx, sy));
      ctx.stroke(this.#borders.path);
    }
    ctx.restore();
  }
}

function read(image: HTMLImageElement): ImageData {
  const { naturalWidth: width, naturalHeight: height } = image;
  const shrink = Math.min(1, Math.sqrt(mostPixels / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * shrink));
  canvas.height = Math.max(1, Math.round(height * shrink));
  const ctx = canvas.getContext('2d', { willReadFrequently: true })!;
  ctx.drawImage(image, 0, 0, canvas.width, canvas.height);
  return ctx.getImageData(0, 0, canvas.width, canvas.height);
}
