/** Two canvases over a host, as large as it is, drawn on demand: at most once a frame. */

export abstract class Canvases<Layer extends string> {
  /** Opaque, which spares the compositor a blend. */
  readonly base: CanvasRenderingContext2D;
  readonly overlay: CanvasRenderingContext2D;
  /** In CSS pixels. */
  width = 1;
  height = 1;
  ratio = 1;
  readonly #dirty = new Set<Layer>();
  readonly #sizes = new ResizeObserver(() => this.#resize());
  readonly #themes = new MutationObserver(() => this.#retint());
  #frame = 0;

  constructor(
    readonly host: HTMLElement,
    /** What is drawn anew after a change of size or colours. */
    private readonly all: readonly Layer[],
    private readonly resized: () => void,
  ) {
    this.base = this.#canvas({ alpha: false });
    this.overlay = this.#canvas({});
  }
  protected abstract draw(layer: Layer): void;
  protected abstract readTheme(style: CSSStyleDeclaration): void;
  /** Which of those due need drawing at all. */
  protected due(layers: Set<Layer>): Iterable<Layer> {
    return layers;
  }

  /** Once its owner is ready to draw. */
  start(): void {
    this.#sizes.observe(this.host);
    this.#themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
    this.#retint();
    this.#resize();
    // Names are measured; a font that comes late would leave them cut.
    void document.fonts.ready.then(() => this.invalidate(...this.all));
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
    if (window.devicePixelRatio !== this.ratio) this.#fit();
    const layers = [...this.due(this.#dirty)];
    this.#dirty.clear();
    for (const layer of layers) this.draw(layer);
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
    for (const layer of this.all) this.#dirty.add(layer);
  }
  #retint(): void {
    this.readTheme(getComputedStyle(this.host));
    this.invalidate(...this.all);
  }
}
