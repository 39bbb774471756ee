/** The names beside the regions. */
import { toScreen, type Camera } from './camera';
import type { Entry } from './scene';

/** More names than this would cover the picture; then only the selected ones show. */
export const mostChips = 80;
const height = 18;

export interface Chip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** In screen space. A chip stands on the region's top, inside where there is no room above. */
export function drawChip(
  ctx: CanvasRenderingContext2D,
  camera: Camera,
  { tag, look }: Entry,
  isStrong: boolean,
): Chip {
  const [x, top] = toScreen(camera, tag);
  const width = Math.ceil(ctx.measureText(look.text).width) + 10;
  // Above the handles, where there are any.
  const gap = isStrong ? 7 : 2;
  const y = top >= height + gap ? top - height - gap : top + gap;
  ctx.globalAlpha = isStrong ? 1 : look.isSuggested ? 0.7 : 0.85;
  ctx.fillStyle = look.colour;
  ctx.beginPath();
  ctx.roundRect(x - 1, y, width, height, 4);
  ctx.fill();
  ctx.fillStyle = look.ink;
  ctx.fillText(look.text, x + 4, y + height / 2 + 0.5);
  ctx.globalAlpha = 1;
  return { x: x - 1, y, width };
}

export function chipFont(ctx: CanvasRenderingContext2D, family: string): void {
  ctx.font = `600 11.5px ${family}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
}

/** Names only where they are readable beside something: not on specks. */
export const isRoomy = ({ bounds }: Entry, { scale }: Camera): boolean =>
  (bounds[2] - bounds[0]) * scale >= 16 || (bounds[3] - bounds[1]) * scale >= 16;
