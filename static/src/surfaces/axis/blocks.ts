/** One region: its block in a lane and its shade over the medium. */
import type { Look } from '../plane/look';
import type { Block } from './hit';
import { cut } from './paint';
import type { RangeRegion } from './ranges';
import type { AxisView } from './view';

type Ctx = CanvasRenderingContext2D;

export interface BlockState {
  readonly isChosen: boolean;
  readonly isHovered: boolean;
  readonly isLocked: boolean;
}

/** Over the medium: a translucent column, its ends drawn for what is selected. */
export function paintShade(
  view: AxisView,
  ctx: Ctx,
  { left, right }: Block,
  { colour, isSuggested }: Look,
  isChosen: boolean,
): void {
  const { top, height } = view.layout.media;
  ctx.fillStyle = `${colour}${isChosen ? '38' : isSuggested ? '12' : '1c'}`;
  ctx.fillRect(left, top, right - left, height);
  ctx.fillStyle = `${colour}${isChosen ? 'ff' : '66'}`;
  const thick = isChosen ? 2 : 1;
  if (isSuggested && !isChosen) {
    for (let y = top; y < top + height; y += 8) {
      ctx.fillRect(left, y, 1, 4);
      ctx.fillRect(right - 1, y, 1, 4);
    }
    return;
  }
  ctx.fillRect(left, top, thick, height);
  ctx.fillRect(right - thick, top, thick, height);
}

export function paintBlock(
  view: AxisView,
  ctx: Ctx,
  block: Block,
  look: Look,
  region: RangeRegion,
  { isChosen, isHovered, isLocked }: BlockState,
): void {
  const { theme } = view.board;
  if (block.start === block.end) return paintInstant(view, ctx, block, look, isChosen);
  const { left, right, top, bottom } = block;
  const [width, height] = [right - left, bottom - top];
  ctx.beginPath();
  if (width > 6) ctx.roundRect(left + 0.5, top + 0.5, width - 1, height - 1, 4);
  else ctx.rect(left, top, width, height);
  const solid = isHovered || isChosen ? '66' : '48';
  ctx.fillStyle = `${look.colour}${look.isSuggested ? '1f' : solid}`;
  ctx.fill();
  if (width > 3) {
    ctx.lineWidth = isChosen ? 2 : 1;
    ctx.strokeStyle = isChosen ? theme.person : look.isSuggested ? theme.machine : look.colour;
    ctx.setLineDash(look.isSuggested ? [4, 3] : []);
    ctx.stroke();
    ctx.setLineDash([]);
  }
  if (width < 22 || height < 11) return;
  const from = Math.max(left, view.layout.media.left) + 7;
  if (view.paintInBlock(ctx, block, region)) return;
  const words = region.text?.replace(/\s+/g, ' ') || look.text;
  ctx.font = `${region.text ? '' : '500 '}12px ${theme.font}`;
  ctx.fillStyle = region.text ? theme.ink : theme.dim;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  const sign = isLocked ? '🔒 ' : '';
  ctx.fillText(cut(ctx, `${sign}${words}`, right - from - 6), from, top + height / 2 + 0.5);
}

/** A moment: a diamond on its line. */
function paintInstant(
  view: AxisView,
  ctx: Ctx,
  { left, top, bottom }: Block,
  { colour, isSuggested }: Look,
  isChosen: boolean,
): void {
  const { theme } = view.board;
  const [x, y] = [Math.round(left) + 0.5, (top + bottom) / 2];
  const size = Math.min(7, (bottom - top) / 2);
  ctx.beginPath();
  ctx.moveTo(x, y - size);
  ctx.lineTo(x + size, y);
  ctx.lineTo(x, y + size);
  ctx.lineTo(x - size, y);
  ctx.closePath();
  ctx.fillStyle = isSuggested ? `${colour}40` : colour;
  ctx.fill();
  ctx.lineWidth = isChosen ? 2 : 1;
  ctx.strokeStyle = isChosen ? theme.person : isSuggested ? theme.machine : colour;
  ctx.setLineDash(isSuggested ? [2, 2] : []);
  ctx.stroke();
  ctx.setLineDash([]);
}
