/** Colours of the theme as canvases need them: #rrggbb. */
import { mix } from './paint';

let probe: CanvasRenderingContext2D | null = null;

/** Any CSS colour, or the name of a token, as #rrggbb. */
export function hexOf(colour: string, styles: CSSStyleDeclaration): string {
  if (colour === '--mute') return mix(hexOf('--sunk', styles), hexOf('--faint', styles), 0.55);
  const written = colour.startsWith('--') ? styles.getPropertyValue(colour).trim() : colour;
  probe ??= document.createElement('canvas').getContext('2d');
  if (!probe) return '#888888';
  probe.fillStyle = '#888888';
  probe.fillStyle = written;
  const found = String(probe.fillStyle);
  return found.startsWith('#') ? found.slice(0, 7) : '#888888';
}
