/** The names beside the regions. */
import type { Point } from '../../core/region';
import { toScreen, type Camera } from './camera';
import type { Entry } from './scene';

/** More names than this would cover the picture; then only the selected ones show. */
export const mostChips = 80;
const height = 18;
/** A selected region's name stands clear of its handles. */
const weights = {
  plain: { gap: 2, alpha: 0.87 },
  hover: { gap: 2, alpha: 1 },
  selected: { gap: 7, alpha: 1 },
};

/** In screen space. A chip stands on the region's top, inside where there is no room above. */
export function drawChip(
  ctx: CanvasRenderingContext2D,
  camera: Camera,
  { tag, look }: Entry,
  weight: keyof typeof weights,
): void {
  const [x, top] = toScreen(camera, tag);
  const width = Math.ceil(ctx.measureText(look.text).width) + 10;
  const { gap, alpha } = weights[weight];
  const y = top >= height + gap ? top - height - gap : top + gap;
  ctx.globalAlpha = look.isSuggested ? alpha * 0.8 : alpha;
  ctx.fillStyle = look.colour;
  ctx.beginPath();
  ctx.roundRect(x - 1, y, width, height, 4);
  ctx.fill();
  ctx.fillStyle = look.ink;
  ctx.fillText(look.text, x + 4, y + height / 2 + 0.5);
  ctx.globalAlpha = 1;
}

export function chipFont(ctx: CanvasRenderingContext2D, family: string): void {
  ctx.font = `600 11.5px ${family}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
}

/** Names only where they are readable beside something: not on specks. */
export const isRoomy = ({ bounds }: Entry, { scale }: Camera): boolean =>
  (bounds[2] - bounds[0]) * scale >= 16 || (bounds[3] - bounds[1]) * scale >= 16;

/** What to do next, below the pointer; at the right edge it turns to the left. */
export function drawNote(
  ctx: CanvasRenderingContext2D,
  text: string,
  family: string,
  [x, y]: Point,
  room: number,
): void {
  chipFont(ctx, family);
  const width = Math.ceil(ctx.measureText(text).width) + 14;
  const left = x + 14 + width > room ? x - 14 - width : x + 14;
  ctx.fillStyle = '#10141cdd';
  ctx.beginPath();
  ctx.roundRect(left, y + 14, width, height + 4, 5);
  ctx.fill();
  ctx.fillStyle = '#fff';
  ctx.fillText(text, left + 7, y + 14 + height / 2 + 2.5);
}

/** A disc with its number on the middle of every region. */
export function drawNumbers(
  ctx: CanvasRenderingContext2D,
  camera: Camera,
  entries: readonly Entry[],
  family: string,
): void {
  chipFont(ctx, family);
  ctx.textAlign = 'center';
  entries.forEach(({ bounds, look }, i) => {
    const [x, y] = toScreen(camera, [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2]);
    ctx.fillStyle = look.colour;
    ctx.beginPath();
    ctx.arc(x, y, 11, 0, 2 * Math.PI);
    ctx.fill();
    ctx.fillStyle = look.ink;
    ctx.fillText(String(i + 1), x, y + 0.5);
  });
  ctx.textAlign = 'left';
}
