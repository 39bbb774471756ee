/** Draws what all axes share: overview, ruler, lanes with their regions, cursor and gestures. */
import { looks, type Look } from '../plane/look';
import { paintBlock, paintShade } from './blocks';
import type { Rect } from './layout';
import { isRange } from './ranges';
import { ticksOf } from './ticks';
import { spanOf, toX } from './window';
import type { AxisView } from './view';

type Ctx = CanvasRenderingContext2D;

export function paintBase(view: AxisView, ctx: Ctx): void {
  const { theme, width, height } = view.board;
  ctx.fillStyle = theme.ground;
  ctx.fillRect(0, 0, width, height);
  paintRuler(view, ctx);
  clipped(ctx, view.layout.media, () => view.paintMedia(ctx));
  view.paintScales(ctx);
  paintLanes(view, ctx);
  paintRegions(view, ctx);
  if (view.layout.overview.height) paintOverviewBar(view, ctx);
}

export function paintOverlay(view: AxisView, ctx: Ctx): void {
  const { media, ruler, lanes } = view.layout;
  const bottom = lanes.length ? lanes.at(-1)!.top + lanes.at(-1)!.height : media.top + media.height;
  const column = {
    left: media.left,
    top: ruler.top,
    width: media.width,
    height: bottom - ruler.top,
  };
  clipped(ctx, column, () => {
    paintGesture(view, ctx);
    view.paintOver(ctx);
    paintPointer(view, ctx, bottom);
    if (view.pendingIn !== null)
      line(ctx, view.x(view.pendingIn), ruler.top, bottom, view.board.theme.person, [3, 3]);
    paintCursor(view, ctx, bottom);
  });
  if (view.layout.overview.height) paintWindow(view, ctx);
}

export function clipped(ctx: Ctx, { left, top, width, height }: Rect, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  draw();
  ctx.restore();
}

function line(
  ctx: Ctx,
  x: number,
  from: number,
  to: number,
  colour: string,
  dash: number[] = [],
): void {
  ctx.beginPath();
  ctx.setLineDash(dash);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.moveTo(Math.round(x) + 0.5, from);
  ctx.lineTo(Math.round(x) + 0.5, to);
  ctx.stroke();
  ctx.setLineDash([]);
}

function paintRuler(view: AxisView, ctx: Ctx): void {
  const { ruler, media } = view.layout;
  const { theme } = view.board;
  ctx.font = `11px ${theme.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  clipped(ctx, { ...ruler, height: ruler.height + media.height }, () => {
    const name = (time: number, step: number): string => view.nameTick(time, step);
    const ticks = ticksOf(view.window, ruler.width, view.tickRoom, name, view.tickOrigin);
    for (const { time, label } of ticks) {
      const x = view.x(time);
      ctx.fillStyle = label ? theme.faint : theme.line;
      ctx.fillRect(Math.round(x), ruler.top + ruler.height - (label ? 9 : 5), 1, label ? 9 : 5);
      if (!label) continue;
      ctx.fillStyle = theme.dim;
      ctx.fillText(label, x + 4, ruler.top + 9);
    }
  });
}

function paintLanes(view: AxisView, ctx: Ctx): void {
  const { theme } = view.board;
  const { label, class: chosen, readonly } = view.place.session.state;
  for (const { lane, left, top, width, height } of view.layout.lanes) {
    ctx.fillStyle = theme.sunk;
    ctx.fillRect(left, top + 1, width, height - 2);
    const isNext =
      !readonly && lane.label !== null && lane.label === label && lane.class === chosen;
    ctx.fillStyle = lane.colour;
    ctx.beginPath();
    ctx.roundRect(12, top + height / 2 - 4, 8, 8, 2);
    ctx.fill();
    if (height < 11) continue;
    ctx.font = `${isNext ? '600 ' : ''}12px ${theme.font}`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    ctx.fillStyle = isNext ? theme.ink : theme.dim;
    ctx.fillText(cut(ctx, lane.name, left - 34), 26, top + height / 2 + 0.5);
  }
}

/** The start of a text that fits, with an ellipsis. */
export function cut(ctx: Ctx, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ctx.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low ? `${text.slice(0, low)}…` : '';
}

function paintRegions(view: AxisView, ctx: Ctx): void {
  const { session, document, ontology } = view.place;
  const look = looks(ontology);
  const chosen = new Set(session.state.selection);
  const column = { ...view.layout.media, height: view.board.height };
  const painted = view.blocks.flatMap((block) => {
    const region = document.region(block.id);
    return region && isRange(region) ? [{ block, region, look: look(region) as Look }] : [];
  });
  painted.sort((a, b) => Number(chosen.has(a.block.id)) - Number(chosen.has(b.block.id)));
  clipped(ctx, column, () => {
    for (const one of painted) paintShade(view, ctx, one.block, one.look, chosen.has(one.block.id));
    for (const one of painted)
      paintBlock(view, ctx, one.block, one.look, one.region, {
        isChosen: chosen.has(one.block.id),
        isHovered: session.state.hover === one.block.id,
        isLocked: session.state.locked.has(one.block.id),
      });
  });
}

function paintGesture(view: AxisView, ctx: Ctx): void {
  const { theme } = view.board;
  const { media, lanes } = view.layout;
  const bottom = lanes.length ? lanes.at(-1)!.top + lanes.at(-1)!.height : media.top + media.height;
  for (const { start, end } of view.preview) {
    const [left, right] = [view.x(start), view.x(end)];
    ctx.fillStyle = `${theme.person}2e`;
    ctx.fillRect(left, media.top, right - left, bottom - media.top);
    line(ctx, left, media.top, bottom, theme.person);
    line(ctx, right, media.top, bottom, theme.person);
    const text = view.nameStretch(start, end);
    flag(view, ctx, text, (left + right) / 2, media.top + 12);
  }
}

/** Words on a plate that stays in sight. */
export function flag(view: AxisView, ctx: Ctx, text: string, x: number, y: number): void {
  const { theme } = view.board;
  const { left, width } = view.layout.media;
  ctx.font = `11px ${theme.font}`;
  const half = ctx.measureText(text).width / 2 + 7;
  const at = Math.max(left + half + 2, Math.min(left + width - half - 2, x));
  ctx.fillStyle = theme.panel;
  ctx.strokeStyle = theme.line;
  ctx.beginPath();
  ctx.roundRect(at - half, y - 9, 2 * half, 18, 5);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = theme.ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, at, y + 0.5);
  ctx.textAlign = 'left';
}

function paintPointer(view: AxisView, ctx: Ctx, bottom: number): void {
  const { pointer, state } = view;
  const { media, ruler } = view.layout;
  if (!pointer || pointer.x < media.left || pointer.y < ruler.top || pointer.y > bottom) return;
  line(ctx, pointer.x, ruler.top, bottom, `${view.board.theme.faint}99`);
  if (state.is === 'idle' || state.is === 'pressed') {
    const step = [60, 1, 0.01].find((one) => view.secondsPerPixel >= one) ?? 0.001;
    flag(view, ctx, view.nameTime(view.time(pointer.x), step), pointer.x, ruler.top + 10);
  }
}

function paintCursor(view: AxisView, ctx: Ctx, bottom: number): void {
  const x = view.x(view.cursor);
  const { ruler } = view.layout;
  line(ctx, x, ruler.top + 12, bottom, view.board.theme.person);
  ctx.fillStyle = view.board.theme.person;
  ctx.beginPath();
  ctx.moveTo(x - 5, ruler.top + 12);
  ctx.lineTo(x + 6, ruler.top + 12);
  ctx.lineTo(x + 0.5, ruler.top + 20);
  ctx.fill();
}

function paintOverviewBar(view: AxisView, ctx: Ctx): void {
  const { overview } = view.layout;
  const { theme } = view.board;
  ctx.fillStyle = theme.sunk;
  ctx.fillRect(overview.left, overview.top, overview.width, overview.height);
  clipped(ctx, overview, () => view.paintOverview(ctx));
  const look = looks(view.place.ontology);
  for (const region of view.ranges) {
    const from = toX(view.extent, overview.width, region.geometry.start);
    const to = toX(view.extent, overview.width, region.geometry.end);
    ctx.fillStyle = look(region).colour;
    ctx.fillRect(
      overview.left + from,
      overview.top + overview.height - 4,
      Math.max(1, to - from),
      4,
    );
  }
}

/** What is seen, in the overview; the rest is dimmed. */
function paintWindow(view: AxisView, ctx: Ctx): void {
  const { left, top, width, height } = view.layout.overview;
  const { theme } = view.board;
  const [from, to] = [view.window.from, view.window.to].map(
    (time) => left + toX(view.extent, width, time),
  ) as [number, number];
  if (spanOf(view.window) < spanOf(view.extent)) {
    ctx.fillStyle = `${theme.ground}b0`;
    ctx.fillRect(left, top, from - left, height);
    ctx.fillRect(to, top, left + width - to, height);
    ctx.strokeStyle = theme.person;
    ctx.lineWidth = 1;
    ctx.strokeRect(from + 0.5, top + 0.5, Math.max(2, to - from - 1), height - 1);
  }
  const x = left + toX(view.extent, width, view.cursor);
  ctx.fillStyle = theme.person;
  ctx.fillRect(Math.round(x), top, 1, height);
}
