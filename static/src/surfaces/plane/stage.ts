/** The two canvases in the page, their size, and when they are drawn: on demand, once a frame. */
import type { Size } from './camera';

export interface Theme {
  readonly ground: string;
  readonly accent: string;
  readonly font: string;
}
/** `pan` redraws the base when only the camera has moved. */
export type Layer = 'base' | 'pan' | 'overlay';

export class Stage {
  readonly base: CanvasRenderingContext2D;
  readonly overlay: CanvasRenderingContext2D;
  /** In CSS pixels. */
  size: Size = { width: 1, height: 1 };
  ratio = 1;
  theme: Theme = { ground: '#0b0e13', accent: '#6aa8ff', font: 'sans-serif' };
  readonly #dirty = new Set<Layer>();
  readonly #observers: { disconnect(): void }[] = [];
  readonly #sizes = new ResizeObserver(() => this.#resize());
  #frame = 0;

  constructor(
    readonly host: HTMLElement,
    private readonly draw: (layer: Layer) => void,
    private readonly resized: () => void,
  ) {
    // The base is opaque, which spares the compositor a blend.
    this.base = this.#canvas({ alpha: false });
    this.overlay = this.#canvas({});
    const theme = new MutationObserver(() => this.#readTheme());
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
    this.#observers.push(this.#sizes, theme);
  }
  /** Once its owner is ready to draw. */
  start(): void {
    this.#sizes.observe(this.host);
    this.#readTheme();
    this.#resize();
    // Names are measured; a font that comes late would leave them cut.
    void document.fonts.ready.then(() => this.invalidate('base', 'overlay'));
  }

  invalidate(...layers: Layer[]): void {
    for (const layer of layers) this.#dirty.add(layer);
    if (this.#dirty.size) this.#frame ||= requestAnimationFrame(() => this.flush());
  }
  /** Draws at once what is due. */
  flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    // A window dragged to another screen changes the ratio without changing its size.
    if (window.devicePixelRatio !== this.ratio) this.#fitCanvases();
    if (this.#dirty.has('base')) this.#dirty.delete('pan');
    const layers = [...this.#dirty];
    this.#dirty.clear();
    for (const layer of layers) this.draw(layer);
  }
  close(): void {
    cancelAnimationFrame(this.#frame);
    for (const observer of this.#observers) observer.disconnect();
    this.host.replaceChildren();
  }

  #canvas(options: CanvasRenderingContext2DSettings): CanvasRenderingContext2D {
    const canvas = document.createElement('canvas');
    Object.assign(canvas.style, {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      pointerEvents: 'none',
    });
    this.host.append(canvas);
    const ctx = canvas.getContext('2d', options);
    if (!ctx) throw new Error('This browser cannot draw on a canvas.');
    return ctx;
  }
  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.size = { width, height };
    this.#fitCanvases();
    this.resized();
    // A resized canvas is blank; drawing now avoids a flash.
    this.flush();
  }
  #fitCanvases(): void {
    const { width, height } = this.size;
    this.ratio = window.devicePixelRatio;
    for (const { canvas } of [this.base, this.overlay]) {
      canvas.width = Math.round(width * this.ratio);
      canvas.height = Math.round(height * this.ratio);
    }
    this.#dirty.add('base').add('overlay');
  }
  #readTheme(): void {
    const style = getComputedStyle(this.host);
    const read = (name: string, fallback: string): string =>
      style.getPropertyValue(name).trim() || fallback;
    this.theme = {
      ground: read('--sunk', '#0b0e13'),
      accent: read('--person', '#6aa8ff'),
      font: style.fontFamily || 'sans-serif',
    };
    this.invalidate('base', 'overlay');
  }
}
