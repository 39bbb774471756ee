/** The two canvases of a picture, and the page's colours for what is drawn on them. */
import { Canvases } from '../canvases';
import type { Size } from './camera';

export interface Theme {
  readonly ground: string;
  readonly accent: string;
  readonly font: string;
}
/** `pan` redraws the base when only the camera has moved. */
export type Layer = 'base' | 'pan' | 'overlay';

export class Stage extends Canvases<Layer> {
  theme: Theme = { ground: '#0b0e13', accent: '#6aa8ff', font: 'sans-serif' };

  constructor(
    host: HTMLElement,
    private readonly paint: (layer: Layer) => void,
    resized: () => void,
  ) {
    super(host, ['base', 'overlay'], resized);
  }
  get size(): Size {
    return { width: this.width, height: this.height };
  }
  protected draw(layer: Layer): void {
    this.paint(layer);
  }
  protected override due(layers: Set<Layer>): Iterable<Layer> {
    if (layers.has('base')) layers.delete('pan');
    return layers;
  }
  protected readTheme(style: CSSStyleDeclaration): void {
    const read = (name: string, fallback: string): string =>
      style.getPropertyValue(name).trim() || fallback;
    this.theme = {
      ground: read('--sunk', '#0b0e13'),
      accent: read('--person', '#6aa8ff'),
      font: style.fontFamily || 'sans-serif',
    };
  }
}
