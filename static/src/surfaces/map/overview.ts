/** The whole map, small, with a frame around what is seen; a press or a drag goes there. */
import type { Bounds } from '../../core/geometry/point';
import type { Point } from '../../core/region';

const longest = 168;

export class Overview {
  readonly root = document.createElement('div');
  readonly #frame = document.createElement('i');
  readonly #scale: number;

  constructor(
    thumbnail: string,
    size: { readonly width: number; readonly height: number },
    label: string,
    private readonly go: (to: Point) => void,
  ) {
    this.#scale = longest / Math.max(size.width, size.height);
    const picture = document.createElement('img');
    picture.src = thumbnail;
    picture.alt = label;
    picture.draggable = false;
    this.root.className = 'map-overview';
    this.root.style.width = `${Math.max(24, size.width * this.#scale)}px`;
    this.root.style.height = `${Math.max(24, size.height * this.#scale)}px`;
    this.root.append(picture, this.#frame);
    this.root.addEventListener('pointerdown', (event) => {
      this.root.setPointerCapture(event.pointerId);
      event.preventDefault();
      this.#to(event);
    });
    this.root.addEventListener('pointermove', (event) => {
      if (event.buttons & 1) this.#to(event);
    });
  }

  show([x0, y0, x1, y1]: Bounds): void {
    const { style } = this.#frame;
    const scale = this.#scale;
    style.left = `${x0 * scale}px`;
    style.top = `${y0 * scale}px`;
    style.width = `${Math.max(3, (x1 - x0) * scale)}px`;
    style.height = `${Math.max(3, (y1 - y0) * scale)}px`;
  }
  #to(event: PointerEvent): void {
    const { left, top } = this.root.getBoundingClientRect();
    this.go([(event.clientX - left) / this.#scale, (event.clientY - top) / this.#scale]);
  }
}
