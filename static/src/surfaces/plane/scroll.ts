/**
 * Panning over thousands of regions: what was drawn is pushed along, and only the strips that come
 * into view are drawn anew. Without it each frame of a pan costs as much as the first drawing.
 */
import type { Camera, Size } from './camera';

/** Device pixels. */
export interface Strip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Puts image pixels on whole device pixels, so that a picture pushed along stays sharp. */
export function aligned({ x, y, scale }: Camera, ratio: number): Camera {
  const unit = scale * ratio;
  return { x: Math.round(x * unit) / unit, y: Math.round(y * unit) / unit, scale };
}

/** Pushes the canvas from one aligned camera to another; null if it must all be drawn. */
export function scroll(
  ctx: CanvasRenderingContext2D,
  from: Camera,
  to: Camera,
  ratio: number,
): Strip[] | null {
  const { width, height } = ctx.canvas;
  const dx = Math.round((from.x - to.x) * to.scale * ratio);
  const dy = Math.round((from.y - to.y) * to.scale * ratio);
  if (from.scale !== to.scale || Math.abs(dx) > width / 2 || Math.abs(dy) > height / 2) return null;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(ctx.canvas, dx, dy);
  return stripsOf({ width, height }, dx, dy);
}

/** The edges that a push by (dx, dy) lays bare: one upright, one level, or both. */
export function stripsOf({ width, height }: Size, dx: number, dy: number): Strip[] {
  const strips: Strip[] = [];
  if (dx) strips.push({ x: dx > 0 ? 0 : width + dx, y: 0, width: Math.abs(dx), height });
  if (dy) strips.push({ x: 0, y: dy > 0 ? 0 : height + dy, width, height: Math.abs(dy) });
  return strips;
}
