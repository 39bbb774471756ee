/** A slice as a picture: stored values, seen through a window. */
import type { Backdrop } from '../plane/backdrop';
import type { Camera, Size } from '../plane/camera';
import type { Slice } from './slices';

/** Above this many screen pixels a voxel people want to see the voxels. */
const blocky = 6;

export class SliceBackdrop implements Backdrop {
  readonly #canvas = document.createElement('canvas');
  readonly #ctx = this.#canvas.getContext('2d')!;
  #pixels: ImageData | null = null;
  slice: Slice | null = null;

  constructor(readonly size: Size) {}

  /** `colours`: of every stored value, at stored + 32768. */
  show(slice: Slice, colours: Uint32Array): void {
    const { width, height, values } = slice;
    this.slice = slice;
    if (this.#pixels?.width !== width || this.#pixels.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
      this.#pixels = this.#ctx.createImageData(width, height);
    }
    const words = new Uint32Array(this.#pixels.data.buffer);
    for (let i = 0; i < words.length; i++) words[i] = colours[values[i]! + 32_768]!;
    this.#ctx.putImageData(this.#pixels, 0, 0);
  }
  draw(ctx: CanvasRenderingContext2D, { scale }: Camera): void {
    const { width, height } = this.size;
    if (!this.slice) return;
    ctx.imageSmoothingEnabled = scale < blocky;
    ctx.drawImage(this.#canvas, 0, 0, width, height);
  }
}
