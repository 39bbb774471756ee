/** Where somebody pointed: a plus on the thing, a minus off it. */
import type { ClickMark } from '../../core/tool';
import { toScreen, type Camera } from './camera';

const radius = 7;

export function drawClicks(
  ctx: CanvasRenderingContext2D,
  camera: Camera,
  clicks: readonly ClickMark[],
): void {
  ctx.lineCap = 'round';
  for (const { at, on } of clicks) {
    const [x, y] = toScreen(camera, at);
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = on ? '#12803c' : '#c0262d';
    ctx.fill();
    ctx.strokeStyle = '#fff';
    ctx.lineWidth = 1.5;
    ctx.stroke();
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.moveTo(x - 3.5, y);
    ctx.lineTo(x + 3.5, y);
    if (on) {
      ctx.moveTo(x, y - 3.5);
      ctx.lineTo(x, y + 3.5);
    }
    ctx.stroke();
  }
  ctx.lineCap = 'butt';
}
