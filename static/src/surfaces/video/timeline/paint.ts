/** Draws the time line: ruler, thumbnails, ranges, tracks, and where one stands. */
import { inkOn } from '../../../core/palette';
import { isProposed } from '../../../core/track';
import { clock } from '../times';
import { rowHeight } from './hit';
import type { RangeBar, Row, TrackRow } from './rows';
import { frameAt, tickStep, xOf, type Scale } from './scale';

export const gutter = 116;
export const rulerHeight = 22;
export const stripHeight = 40;

export interface Strip {
  readonly image: HTMLImageElement;
  readonly count: number;
}
export interface Theme {
  readonly panel: string;
  readonly raise: string;
  readonly sunk: string;
  readonly line: string;
  readonly ink: string;
  readonly dim: string;
  readonly person: string;
  readonly machine: string;
  readonly font: string;
}
export interface Scenery {
  readonly rows: readonly Row[];
  readonly scale: Scale;
  /** In screen pixels, gutter included. */
  readonly width: number;
  readonly height: number;
  /** How far the rows are scrolled. */
  readonly top: number;
  readonly frame: number;
  readonly wanted: number;
  readonly times: Float64Array;
  readonly strip: Strip | null;
  readonly selection: ReadonlySet<string>;
  readonly hover: string | null;
  readonly hidden: ReadonlySet<string>;
  readonly theme: Theme;
}
type Ctx = CanvasRenderingContext2D;

export const headHeight = rulerHeight + stripHeight;

export function paintTimeline(ctx: Ctx, show: Scenery): void {
  const { theme, width, height } = show;
  ctx.fillStyle = theme.panel;
  ctx.fillRect(0, 0, width, height);
  const head = headHeight;
  clipped(ctx, 0, head, width, height - head, () => {
    ctx.translate(0, head - show.top);
    show.rows.forEach((row, i) => paintRow(ctx, show, row, i * rowHeight));
  });
  clipped(ctx, gutter, 0, width - gutter, height, () => {
    ctx.translate(gutter, 0);
    paintRuler(ctx, show);
    paintStrip(ctx, show);
    paintCursor(ctx, show);
  });
  ctx.fillStyle = theme.line;
  ctx.fillRect(gutter - 1, 0, 1, height);
  ctx.fillRect(0, head - 1, width, 1);
}

function clipped(ctx: Ctx, x: number, y: number, w: number, h: number, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, w, h);
  ctx.clip();
  draw();
  ctx.restore();
}

function paintRuler(ctx: Ctx, { scale, times, width, theme }: Scenery): void {
  const step = tickStep(scale.per, 104);
  const minor = Math.max(1, step / 5);
  ctx.font = `10.5px ${theme.font}`;
  ctx.textBaseline = 'middle';
  const last = Math.min(times.length - 1, Math.ceil(frameAt(scale, width)));
  for (let n = Math.floor(scale.from / step) * step; n <= last; n += minor) {
    if (!Number.isInteger(n)) continue;
    const x = Math.round(xOf(scale, n + 0.5)) + 0.5;
    const isMajor = n % step === 0;
    ctx.fillStyle = theme.line;
    ctx.fillRect(x, isMajor ? rulerHeight - 8 : rulerHeight - 4, 1, 8);
    if (!isMajor) continue;
    ctx.fillStyle = theme.dim;
    ctx.fillText(`${n} · ${clock(times[n]!, 1)}`, x + 9, rulerHeight / 2 - 1);
  }
}

/** Thumbnails side by side, each the nearest there is to its place. */
function paintStrip(ctx: Ctx, { scale, times, width, theme, strip }: Scenery): void {
  const frames = times.length;
  const high = stripHeight - 4;
  ctx.fillStyle = theme.sunk;
  ctx.fillRect(0, rulerHeight, width, stripHeight);
  if (!strip) return;
  const { image, count } = strip;
  const [from, full] = [image.naturalWidth / count, image.naturalHeight];
  const wide = (from / full) * high;
  const end = Math.min(width, xOf(scale, frames));
  for (let x = 0; x < end; x += wide) {
    const n = frameAt(scale, Math.min(x + wide / 2, end - 1));
    const at = Math.max(0, Math.min(count - 1, Math.floor((n / frames) * count)));
    const part = Math.min(1, (end - x) / wide);
    ctx.drawImage(image, at * from, 0, from * part, full, x, rulerHeight + 1, wide * part, high);
  }
}

function paintCursor(ctx: Ctx, { scale, frame, wanted, height, theme }: Scenery): void {
  if (wanted !== frame) {
    ctx.fillStyle = `${theme.person}80`;
    ctx.fillRect(Math.round(xOf(scale, wanted + 0.5)) - 0.75, 6, 1.5, height);
  }
  const [left, middle] = [xOf(scale, frame), Math.round(xOf(scale, frame + 0.5))];
  ctx.fillStyle = `${theme.person}2e`;
  if (scale.per >= 3) ctx.fillRect(left, rulerHeight, scale.per, height);
  ctx.fillStyle = theme.person;
  ctx.fillRect(middle - 0.75, 6, 1.5, height);
  ctx.beginPath();
  ctx.moveTo(middle - 6, 2);
  ctx.lineTo(middle + 6, 2);
  ctx.lineTo(middle + 6, 8);
  ctx.lineTo(middle, 14);
  ctx.lineTo(middle - 6, 8);
  ctx.fill();
}

function paintRow(ctx: Ctx, show: Scenery, row: Row, y: number): void {
  const { theme, width, selection } = show;
  const isOn = row.kind === 'track' && selection.has(row.id);
  const isHover = row.kind === 'track' && row.id === show.hover;
  if (isOn || isHover) {
    ctx.fillStyle = theme.raise;
    ctx.fillRect(0, y, width, rowHeight);
  }
  ctx.fillStyle = theme.line;
  ctx.globalAlpha = 0.6;
  ctx.fillRect(0, y + rowHeight - 1, width, 1);
  ctx.globalAlpha = row.kind === 'track' && show.hidden.has(row.id) ? 0.35 : 1;
  paintName(ctx, row, y, isOn, theme);
  clipped(ctx, gutter, y, width - gutter, rowHeight, () => {
    ctx.translate(gutter, y);
    if (row.kind === 'track') paintTrack(ctx, show, row, isOn);
    else for (const bar of row.bars) paintRange(ctx, show, bar);
  });
  ctx.globalAlpha = 1;
}

function paintName(ctx: Ctx, row: Row, y: number, isOn: boolean, theme: Theme): void {
  ctx.font = `${isOn ? 600 : 500} 11.5px ${theme.font}`;
  ctx.textBaseline = 'middle';
  const isTrack = row.kind === 'track';
  if (isTrack) {
    ctx.fillStyle = row.colour;
    ctx.beginPath();
    ctx.roundRect(10, y + 7, 8, 8, 2);
    ctx.fill();
  }
  ctx.fillStyle = isTrack ? theme.ink : theme.dim;
  const left = isTrack ? 25 : 10;
  ctx.fillText(fitting(ctx, row.name, gutter - left - 6), left, y + rowHeight / 2);
}

function fitting(ctx: Ctx, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let cut = text;
  while (cut && ctx.measureText(`${cut}…`).width > room) cut = cut.slice(0, -1);
  return `${cut}…`;
}

/** A band where the object is seen, a thin line where it is outside, a diamond at each keyframe. */
function paintTrack(ctx: Ctx, show: Scenery, row: TrackRow, isOn: boolean): void {
  const { scale, times, theme } = show;
  const { track, colour, spans, end } = row;
  const middle = rowHeight / 2;
  const first = track.keyframes[0]!.frame;
  const stop = end ?? times.length;
  ctx.fillStyle = `${colour}66`;
  ctx.fillRect(xOf(scale, first), middle - 0.5, (stop - first) * scale.per, 1);
  for (const [from, to] of spans) {
    const [x, w] = [xOf(scale, from), Math.max(2, (to - from) * scale.per)];
    ctx.fillStyle = `${colour}${isOn ? '8c' : '59'}`;
    ctx.beginPath();
    ctx.roundRect(x, middle - 5, w, 10, 3);
    ctx.fill();
    if (!row.isSuggested) continue;
    ctx.setLineDash([4, 3]);
    ctx.strokeStyle = colour;
    ctx.stroke();
    ctx.setLineDash([]);
  }
  if (end !== undefined) {
    ctx.fillStyle = colour;
    ctx.fillRect(xOf(scale, end) - 1.5, middle - 7, 3, 14);
  }
  let before = -Infinity;
  for (const keyframe of track.keyframes) {
    const { frame, outside, occluded } = keyframe;
    const x = xOf(scale, frame + 0.5);
    // A copied track has one on every frame; where they would be a smear, a few tell as much.
    if (x - before < 5) continue;
    before = x;
    // Full: seen; half: occluded; hollow: outside from here on; amber rim: only proposed.
    const isAsked = isProposed(keyframe);
    diamond(ctx, x, middle, 5);
    ctx.fillStyle = outside || occluded ? theme.panel : isAsked ? `${colour}80` : colour;
    ctx.fill();
    if (occluded && !outside)
      clipped(ctx, x - 6, middle, 12, 6, () => filled(ctx, x, middle, colour));
    diamond(ctx, x, middle, 5);
    ctx.strokeStyle = isAsked ? theme.machine : outside || occluded ? colour : theme.ink;
    ctx.lineWidth = isAsked ? 1.75 : 1.25;
    ctx.setLineDash(isAsked ? [2.5, 2] : []);
    ctx.stroke();
    ctx.setLineDash([]);
  }
}

function filled(ctx: Ctx, x: number, y: number, colour: string): void {
  diamond(ctx, x, y, 5);
  ctx.fillStyle = colour;
  ctx.fill();
}

function diamond(ctx: Ctx, x: number, y: number, r: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y - r);
  ctx.lineTo(x + r, y);
  ctx.lineTo(x, y + r);
  ctx.lineTo(x - r, y);
  ctx.closePath();
}

function paintRange(ctx: Ctx, show: Scenery, bar: RangeBar): void {
  const { scale, theme, selection, hover, hidden } = show;
  const { id, span, colour, name, isSuggested } = bar;
  const [x, w] = [xOf(scale, span[0]), Math.max(3, (span[1] - span[0]) * scale.per)];
  const isOn = selection.has(id);
  ctx.globalAlpha = hidden.has(id) ? 0.3 : 1;
  ctx.beginPath();
  ctx.roundRect(x + 0.5, 3, w - 1, rowHeight - 7, 4);
  ctx.fillStyle = `${colour}${isOn ? 'e6' : hover === id ? 'b3' : '80'}`;
  ctx.fill();
  ctx.lineWidth = isOn ? 2 : 1;
  ctx.setLineDash(isSuggested ? [4, 3] : []);
  ctx.strokeStyle = isOn ? theme.ink : colour;
  ctx.stroke();
  ctx.setLineDash([]);
  if (w > 28)
    clipped(ctx, x, 0, w - 4, rowHeight, () => {
      ctx.font = `600 10.5px ${theme.font}`;
      ctx.fillStyle = isOn ? inkOn(colour) : theme.ink;
      ctx.fillText(name, Math.max(x, 0) + 6, rowHeight / 2 - 0.5);
    });
  ctx.globalAlpha = 1;
}
