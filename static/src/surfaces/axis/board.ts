/** The two canvases of an axis, and the page's colours for what is drawn on them. */
import { Canvases } from '../canvases';

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

export class Board extends Canvases<Layer> {
  theme!: Theme;

  constructor(
    host: HTMLElement,
    private readonly paint: (layer: Layer, ctx: CanvasRenderingContext2D) => void,
    resized: () => void,
  ) {
    super(host, ['base', 'overlay'], resized);
  }
  protected draw(layer: Layer): void {
    const ctx = this[layer];
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    if (layer === 'overlay') ctx.clearRect(0, 0, this.width, this.height);
    this.paint(layer, ctx);
  }
  protected readTheme(style: CSSStyleDeclaration): void {
    const read = (name: string): string => style.getPropertyValue(`--${name}`).trim() || '#808080';
    this.theme = {
      ...(Object.fromEntries(
        names.map((name) => [name, read(name === 'ground' ? 'bg' : name)]),
      ) as Record<(typeof names)[number], string>),
      font: style.fontFamily || 'sans-serif',
      mono: read('font-mono'),
      isDark: document.documentElement.dataset.theme !== 'light',
    };
  }
}
