/** A canvas that lies over what scrolls, near the screen only, and scrolls with it. */

export interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export class OverCanvas {
  readonly canvas = document.createElement('canvas');
  readonly #context = this.canvas.getContext('2d')!;

  constructor() {
    this.canvas.className = 'overlay';
    this.canvas.setAttribute('aria-hidden', 'true');
  }
  /** Draws on an empty canvas over the window, in pixels of what scrolls. */
  protected over(at: Window, draw: (context: CanvasRenderingContext2D) => void): void {
    this.#fit(at);
    const context = this.#context;
    context.save();
    context.translate(-at.left, -at.top);
    draw(context);
    context.restore();
  }
  #fit({ left, top, width, height }: Window): void {
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    const { canvas } = this;
    if (canvas.width !== w || canvas.height !== h) {
      [canvas.width, canvas.height] = [w, h];
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    canvas.style.transform = `translate(${left}px, ${top}px)`;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#context.clearRect(0, 0, width, height);
  }
}
