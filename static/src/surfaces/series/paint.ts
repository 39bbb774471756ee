/** Draws the channels, one under the other on one axis of time. */
import { paletteColour } from '../../core/palette';
import type { Rect } from '../axis/layout';
import { clipped, cut, flag } from '../axis/paint';
import { nearest, padded, plotOf, short, strokes, type Plot } from './plot';
import { seriesSettings } from './settings';
import type { SeriesView } from './view';

type Ctx = CanvasRenderingContext2D;
const dots_px = 9;

export const colourFor = (channel: number, isDark: boolean): string =>
  channel === 0 ? (isDark ? '#c9d3e6' : '#2f3a4c') : paletteColour(channel - 1);

/** One row a channel that is shown, in the order that was chosen. */
export function rowsOf(view: SeriesView): { channel: number; rect: Rect }[] {
  const { media } = view.layout;
  const height = media.height / Math.max(1, view.shown.length);
  return view.shown.map((channel, at) => ({
    channel,
    rect: { ...media, top: media.top + at * height, height: height - 3 },
  }));
}

export function paintChannels(view: SeriesView, ctx: Ctx): void {
  const { theme } = view.board;
  view.scales.clear();
  for (const { channel, rect } of rowsOf(view)) {
    ctx.fillStyle = theme.sunk;
    ctx.fillRect(rect.left, rect.top, rect.width, rect.height);
    paintGaps(view, ctx, rect);
    const plot = plotOf(view.source, channel, view.window, Math.ceil(rect.width));
    const whole = view.source.channels[channel]!;
    const { fits } = seriesSettings();
    const isSeen = fits && plot.low <= plot.high;
    const [low, high] = isSeen ? padded(plot.low, plot.high) : padded(whole.low, whole.high);
    view.scales.set(channel, { low, high });
    const y = (value: number): number =>
      rect.top + rect.height - ((value - low) / (high - low)) * rect.height;
    const colour = colourFor(channel, theme.isDark);
    clipped(ctx, rect, () => {
      if (low < 0 && high > 0) {
        ctx.fillStyle = theme.line;
        ctx.fillRect(rect.left, Math.round(y(0)), rect.width, 1);
      }
      if (plot.points) paintLine(view, ctx, plot, y, colour);
      else paintColumns(ctx, rect, plot, y, colour);
    });
  }
}

function paintLine(
  view: SeriesView,
  ctx: Ctx,
  { points }: Plot,
  y: (value: number) => number,
  colour: string,
): void {
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.lineJoin = 'round';
  const stretches = strokes(points ?? [], view.source.gap_s);
  const room = view.layout.media.width / Math.max(1, points?.length ?? 1);
  for (const stretch of stretches) {
    ctx.beginPath();
    stretch.forEach(([time, value], at) => {
      const [px, py] = [view.x(time), y(value)];
      if (at) ctx.lineTo(px, py);
      else ctx.moveTo(px, py);
    });
    ctx.stroke();
    if (room < dots_px && stretch.length > 1) continue;
    for (const [time, value] of stretch) {
      ctx.beginPath();
      ctx.arc(view.x(time), y(value), 2, 0, 7);
      ctx.fill();
    }
  }
}

/** Neighbouring pixels are joined, so that a steep line has no holes. */
function paintColumns(
  ctx: Ctx,
  { left }: Rect,
  { columns: { low, high } }: Plot,
  y: (value: number) => number,
  colour: string,
): void {
  ctx.fillStyle = colour;
  let [before, lastTop, lastBottom] = [-9, 0, 0];
  for (let x = 0; x < low.length; x++) {
    if (Number.isNaN(low[x]!)) continue;
    const [top, bottom] = [y(high[x]!), y(low[x]!)];
    const isJoined = x - before === 1;
    const from = isJoined ? Math.min(top, lastBottom) : top;
    const to = isJoined ? Math.max(bottom, lastTop) : bottom;
    ctx.fillRect(left + x, from, 1, Math.max(1.3, to - from));
    [before, lastTop, lastBottom] = [x, top, bottom];
  }
}

/** Where nothing was measured the ground is hatched. */
function paintGaps(view: SeriesView, ctx: Ctx, rect: Rect): void {
  const { from, to } = view.window;
  ctx.strokeStyle = view.board.theme.line;
  ctx.lineWidth = 1;
  for (const [start, end] of view.source.gaps) {
    if (end < from || start > to) continue;
    const [left, right] = [
      Math.max(rect.left, view.x(start)),
      Math.min(rect.left + rect.width, view.x(end)),
    ];
    if (right - left < 2) continue;
    clipped(ctx, { ...rect, left, width: right - left }, () => {
      ctx.beginPath();
      for (let x = left - rect.height; x < right; x += 7) {
        ctx.moveTo(x, rect.top + rect.height);
        ctx.lineTo(x + rect.height, rect.top);
      }
      ctx.stroke();
    });
  }
}

/** A name that is too long for its place is broken before its unit. */
function linesOf(ctx: Ctx, name: string, width: number): string[] {
  const unit = name.search(/\s[([][^([]*$/);
  return unit < 1 || ctx.measureText(name).width <= width
    ? [name]
    : [name.slice(0, unit), name.slice(unit + 1)];
}

export function paintNames(view: SeriesView, ctx: Ctx): void {
  const { theme } = view.board;
  const right = view.layout.gutter - 8;
  for (const { channel, rect } of rowsOf(view)) {
    const { name } = view.source.channels[channel]!;
    const scale = view.scales.get(channel);
    ctx.font = `500 12px ${theme.font}`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    ctx.fillStyle = colourFor(channel, theme.isDark);
    const middle = rect.top + rect.height / 2 + 0.5;
    ctx.fillRect(12, middle - 6.5, 3, 12);
    const lines = rect.height < 62 ? [name] : linesOf(ctx, name, right - 22);
    lines.forEach((line, i) => {
      ctx.fillStyle = i ? theme.dim : theme.ink;
      ctx.fillText(cut(ctx, line, right - 22), 21, middle + 16 * i);
    });
    if (!scale || rect.height < 46) continue;
    ctx.font = `11px ${theme.font}`;
    ctx.fillStyle = theme.faint;
    ctx.textAlign = 'right';
    const span = scale.high - scale.low;
    ctx.fillText(short(scale.high, span), right, rect.top + 7);
    ctx.fillText(short(scale.low, span), right, rect.top + rect.height - 7);
    ctx.textAlign = 'left';
  }
}

/** The first channel that is shown, over all of time. */
export function paintAll(view: SeriesView, ctx: Ctx): void {
  const { overview } = view.layout;
  const [channel] = view.shown;
  if (channel === undefined) return;
  const plot = plotOf(view.source, channel, view.extent, Math.ceil(overview.width));
  const [low, high] = padded(plot.low, plot.high);
  const height = overview.height - 5;
  const y = (value: number): number =>
    overview.top + height - ((value - low) / (high - low)) * height;
  paintColumns(ctx, overview, plot, y, view.board.theme.dim);
}

/** What was measured where the pointer is. */
export function paintReadout(view: SeriesView, ctx: Ctx): void {
  const { pointer } = view;
  const { media } = view.layout;
  if (!pointer || view.state.is !== 'idle' || pointer.x < media.left) return;
  if (pointer.y < media.top || pointer.y > media.top + media.height) return;
  const time = view.time(pointer.x);
  for (const { channel, rect } of rowsOf(view)) {
    const found = nearest(view.source, channel, view.window, media.width, time);
    const scale = view.scales.get(channel);
    if (!found || !scale) continue;
    const span = scale.high - scale.low;
    const y = rect.top + rect.height * (1 - (found.high - scale.low) / span);
    ctx.fillStyle = view.board.theme.person;
    ctx.beginPath();
    ctx.arc(view.x(found.time), y, 3, 0, 7);
    ctx.fill();
    const value = short(found.low, span / 100);
    const text = found.low === found.high ? value : `${value} … ${short(found.high, span / 100)}`;
    flag(view, ctx, text, view.x(found.time) + 12 + text.length * 4, rect.top + 11);
  }
}
