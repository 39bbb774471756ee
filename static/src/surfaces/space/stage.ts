/** The canvases: points by the graphics card below, everything else by hand above; on demand. */
import { Budget } from './budget';
import { Cast, type Style } from './cast';
import { isDrawn, type Pane } from './eyes';
import type { FrameCloud } from './loading';

export interface Theme {
  readonly ground: string;
  readonly base: string;
  readonly line: string;
  readonly ink: string;
  readonly dim: string;
  readonly accent: string;
  readonly machine: string;
  readonly font: string;
}
/** Points read best on dark, whatever the page around them is. */
const theme: Theme = {
  ground: '#0b0e13',
  base: '#7d8796',
  line: '#28303e',
  ink: '#e7eaf0',
  dim: '#a2acbd',
  accent: '#6aa8ff',
  machine: '#f2b04a',
  font: 'sans-serif',
};
/** What the stage asks its owner. */
export interface Director {
  /** Pixels kept free below the canvases: what lies over one of them must not be opaque, or
   * Chromium without a graphics card leaves out the same strip at its other end. */
  readonly foot: number;
  panes(): readonly Pane[];
  cloud(frame: number): FrameCloud | null;
  style(): Style;
  size(): number;
  paint(ctx: CanvasRenderingContext2D): void;
  resized(width: number, height: number): void;
}
interface Progress {
  readonly signature: string;
  readonly cloud: FrameCloud | null;
  drawn: number;
}

export class Stage {
  readonly cast: Cast;
  readonly theme: Theme;
  readonly budget = new Budget();
  readonly #overlay: CanvasRenderingContext2D;
  readonly #sizes: ResizeObserver;
  readonly #progress = new Map<string, Progress>();
  #version = 0;
  #frame = 0;
  #isDirty = { points: true, overlay: true };
  #width = 0;
  #height = 0;
  #drawings = 0;

  constructor(
    readonly host: HTMLElement,
    private readonly director: Director,
  ) {
    const points = canvas(host, director.foot);
    const overlay = canvas(host, director.foot);
    this.cast = new Cast(points);
    const ctx = overlay.getContext('2d');
    if (!ctx) throw new Error('This browser cannot draw on a canvas.');
    this.#overlay = ctx;
    this.theme = { ...theme, font: getComputedStyle(host).fontFamily || theme.font };
    this.#sizes = new ResizeObserver(() => this.#resize());
  }
  start(): void {
    this.#sizes.observe(this.host);
    this.#resize();
  }
  /** `restart`: every view is drawn anew, not only those whose camera moved. */
  invalidate(what: 'points' | 'overlay' | 'restart'): void {
    if (what === 'restart') this.#version++;
    if (what !== 'overlay') this.#isDirty.points = true;
    this.#isDirty.overlay = true;
    this.#soon();
  }
  /** Draws the rest of everything at once; for benchmarks and pictures of the page. */
  flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#draw(Infinity);
  }
  /** Whether nothing is left to be drawn. */
  get isIdle(): boolean {
    return this.#frame === 0;
  }
  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#sizes.disconnect();
    this.cast.close();
    this.host.replaceChildren();
  }

  #resize(): void {
    const { clientWidth: width, clientHeight } = this.host;
    const height = clientHeight - this.director.foot;
    if (width <= 0 || height <= 0) return;
    [this.#width, this.#height] = [width, height];
    const ratio = Math.min(window.devicePixelRatio, 2);
    const { canvas: overlay } = this.#overlay;
    overlay.width = Math.round(width * ratio);
    overlay.height = Math.round(height * ratio);
    this.#overlay.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.cast.resize(width, height, ratio);
    this.director.resized(width, height);
    this.invalidate('restart');
  }
  #soon(): void {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }
  /** Everything that is due; of the points at most so many, or as many as stay smooth. */
  #draw(most: number | null = null): void {
    this.#frame = 0;
    const { points, overlay } = this.#isDirty;
    this.#isDirty = { points: false, overlay: false };
    if (points && this.#drawPoints(most)) {
      this.#isDirty.points = true;
      this.#soon();
    }
    if (!overlay) return;
    this.#overlay.clearRect(0, 0, this.#width, this.#height);
    this.director.paint(this.#overlay);
  }
  /** True when something is left for the next frame. */
  #drawPoints(most: number | null): boolean {
    const { director, cast } = this;
    const panes = director.panes();
    const size = director.size();
    cast.dress(this.theme.ground, this.theme.base, director.style());
    this.#wipe(panes);
    const started = performance.now();
    const drawn = panes.filter(isDrawn);
    const isMoving = drawn.some((pane) => !this.#progress.get(keyOf(pane))!.drawn);
    let left = most ?? (isMoving ? this.budget.moving : this.budget.resting);
    let spent = 0;
    let isDone = true;
    // A view that was begun anew comes first; then all get on together.
    drawn.forEach((pane, i) => {
      const progress = this.#progress.get(keyOf(pane))!;
      const { cloud } = progress;
      if (!cloud || !pane.sight) return;
      const share = Math.ceil(left / (drawn.length - i));
      const to = progress.drawn + (i === 0 ? Math.ceil(left * 0.55) : share);
      const end = cast.draw(cloud, pane.sight, progress.drawn, to, size);
      spent += end - progress.drawn;
      left -= end - progress.drawn;
      progress.drawn = end;
      if (end < cloud.count) isDone = false;
    });
    // Waiting for the card has its price; the first frames and now and then one tell enough.
    if (spent && most === null && (this.#drawings++ < 6 || this.#drawings % 8 === 0)) {
      cast.finish();
      this.budget.measured(spent, performance.now() - started);
    }
    return !isDone;
  }
  /** Clears the views that show something else than before. */
  #wipe(panes: readonly Pane[]): void {
    const before = new Map(this.#progress);
    const arrangement = panes.map(({ rect }) => Object.values(rect).join()).join(';');
    const isSame = before.get('')?.signature === `${this.#version} ${arrangement}`;
    this.#progress.clear();
    this.#progress.set('', { signature: `${this.#version} ${arrangement}`, cloud: null, drawn: 0 });
    if (!isSame) this.cast.clear(null);
    for (const pane of panes.filter(isDrawn)) {
      const key = keyOf(pane);
      const cloud = this.director.cloud(pane.frame);
      const signature = pane.sight ? pane.sight.matrix.join() : '';
      const known = before.get(key);
      if (isSame && known?.signature === signature && known.cloud === cloud)
        this.#progress.set(key, known);
      else {
        if (isSame) this.cast.clear(pane.rect);
        this.#progress.set(key, { signature, cloud, drawn: 0 });
      }
    }
  }
}
const keyOf = (pane: Pane): string =>
  `${pane.kind === 'plan' ? pane.name : pane.kind} ${pane.kind === 'cell' ? pane.frame : ''}`;

function canvas(host: HTMLElement, foot: number): HTMLCanvasElement {
  const found = document.createElement('canvas');
  Object.assign(found.style, {
    position: 'absolute',
    left: '0',
    top: '0',
    width: '100%',
    height: `calc(100% - ${foot}px)`,
    pointerEvents: 'none',
  });
  host.append(found);
  return found;
}
