/** The frame behind the tracks: a picture from the server, or what the player shows. */
import type { Backdrop } from '../plane/backdrop';
import type { Camera, Size } from '../plane/camera';

export class FrameBackdrop implements Backdrop {
  /** Null where there is none to be had. */
  picture: ImageBitmap | HTMLVideoElement | null = null;

  constructor(readonly size: Size) {}

  draw(ctx: CanvasRenderingContext2D, { scale }: Camera): void {
    const { width, height } = this.size;
    if (!this.picture) {
      ctx.fillStyle = '#000';
      ctx.fillRect(0, 0, width, height);
      return;
    }
    // Above three screen pixels a picture's pixel, people want to see the pixels.
    ctx.imageSmoothingEnabled = scale < 3;
    ctx.drawImage(this.picture, 0, 0, width, height);
  }
}
