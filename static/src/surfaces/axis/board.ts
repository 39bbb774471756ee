/** The two canvases of an axis, their size and colours, and when they are drawn: on demand, once a frame. */

const names = [
  ...['ground', 'panel', 'raise', 'sunk', 'line', 'ink', 'dim', 'faint', 'person', 'machine'],
] as const;
export type Theme = { readonly [N in (typeof names)[number]]: string } & {
  readonly font: string;
  readonly mono: string;
  readonly isDark: boolean;
};
/** `base`: what changes with the window only; `overlay`: pointer, playhead, gestures. */
export type Layer = 'base' | 'overlay';

export class Board {
  readonly base: CanvasRenderingContext2D;
  readonly overlay: CanvasRenderingContext2D;
  width = 1;
  height = 1;
  ratio = 1;
  theme!: Theme;
  readonly #dirty = new Set<Layer>();
  readonly #sizes = new ResizeObserver(() => this.#resize());
  readonly #themes = new MutationObserver(() => this.#readTheme());
  #frame = 0;

  constructor(
    readonly host: HTMLElement,
    private readonly draw: (layer: Layer, ctx: CanvasRenderingContext2D) => void,
    private readonly resized: () => void,
  ) {
    this.base = this.#canvas({ alpha: false });
    this.overlay = this.#canvas({});
  }
  /** Once its owner is ready to draw. */
  start(): void {
    this.#readTheme();
    this.#resize();
    this.#sizes.observe(this.host);
    this.#themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
    void document.fonts.ready.then(() => this.invalidate('base', 'overlay'));
  }
  invalidate(...layers: Layer[]): void {
    for (const layer of layers) this.#dirty.add(layer);
    this.#frame ||= requestAnimationFrame(() => this.flush());
  }
  flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (window.devicePixelRatio !== this.ratio) this.#fit();
    const layers = [...this.#dirty];
    this.#dirty.clear();
    for (const layer of layers) {
      const ctx = this[layer];
      ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
      if (layer === 'overlay') ctx.clearRect(0, 0, this.width, this.height);
      this.draw(layer, ctx);
    }
  }
  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#sizes.disconnect();
    this.#themes.disconnect();
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
    const { clientWidth, clientHeight } = this.host;
    if (!clientWidth || !clientHeight) return;
    [this.width, this.height] = [clientWidth, clientHeight];
    this.#fit();
    this.resized();
    // A resized canvas is blank; drawing now avoids a flash.
    this.flush();
  }
  #fit(): void {
    this.ratio = window.devicePixelRatio;
    for (const { canvas } of [this.base, this.overlay]) {
      canvas.width = Math.round(this.width * this.ratio);
      canvas.height = Math.round(this.height * this.ratio);
    }
    this.#dirty.add('base').add('overlay');
  }
  #readTheme(): void {
    const style = getComputedStyle(this.host);
    const read = (name: string): string => style.getPropertyValue(`--${name}`).trim() || '#808080';
    this.theme = {
      ...(Object.fromEntries(
        names.map((name) => [name, read(name === 'ground' ? 'bg' : name)]),
      ) as Record<(typeof names)[number], string>),
      font: style.fontFamily || 'sans-serif',
      mono: read('font-mono'),
      isDark: document.documentElement.dataset.theme !== 'light',
    };
    this.invalidate('base', 'overlay');
  }
}
