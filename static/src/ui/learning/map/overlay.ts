/** What is drawn over the points: the gesture, the point under the pointer, the one that is open and its like. */
import { toScreen, type At, type Camera, type Size } from './camera';
import type { Points } from './wire';

export interface Marks {
  readonly hovered: number;
  readonly focus: number;
  readonly near: readonly number[];
  /** On screen. */
  readonly line: readonly At[];
  readonly box: { x: number; y: number; width: number; height: number } | null;
  /** Of a point, in pixels of the canvas. */
  readonly side: number;
}

export function drawOverlay(
  canvas: HTMLCanvasElement,
  points: Points,
  camera: Camera,
  size: Size,
  ratio: number,
  marks: Marks,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const styles = getComputedStyle(document.documentElement);
  const tone = (name: string) => styles.getPropertyValue(name);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const radius = Math.max(5, marks.side / ratio);
  const place = (point: number) =>
    toScreen(camera, size, { x: points.x[point]!, y: points.y[point]! });
  const ring = (point: number, colour: string, wide: number, more = 0) => {
    if (point < 0 || point >= points.x.length) return;
    const { x, y } = place(point);
    context.beginPath();
    context.arc(x, y, radius + more, 0, 2 * Math.PI);
    context.lineWidth = wide + 2;
    context.strokeStyle = tone('--sunk');
    context.stroke();
    context.lineWidth = wide;
    context.strokeStyle = colour;
    context.stroke();
  };
  if (marks.focus >= 0 && marks.near.length) threads(context, place, marks, tone('--line-strong'));
  for (const point of marks.near) ring(point, tone('--machine'), 1.5);
  ring(marks.focus, tone('--person'), 2.5, 3);
  ring(marks.hovered, tone('--ink'), 1.5, 1);
  gesture(context, marks, tone('--person'));
}

/** From the open task to the nearest ones, so that the far ones among them are seen as such. */
function threads(
  context: CanvasRenderingContext2D,
  place: (point: number) => At,
  marks: Marks,
  colour: string,
): void {
  const from = place(marks.focus);
  context.beginPath();
  for (const point of marks.near) {
    const to = place(point);
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }
  context.lineWidth = 1;
  context.strokeStyle = colour;
  context.stroke();
}

function gesture(context: CanvasRenderingContext2D, { line, box }: Marks, colour: string): void {
  const [first, last] = [line[0], line.at(-1)];
  context.beginPath();
  if (box) context.rect(box.x, box.y, box.width, box.height);
  else if (line.length === 2 && first && last)
    context.rect(first.x, first.y, last.x - first.x, last.y - first.y);
  else if (first && line.length > 2) {
    context.moveTo(first.x, first.y);
    for (const { x, y } of line) context.lineTo(x, y);
    context.closePath();
  } else return;
  context.globalAlpha = 0.12;
  context.fillStyle = colour;
  context.fill('evenodd');
  context.globalAlpha = 1;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  context.strokeStyle = colour;
  context.stroke();
  context.setLineDash([]);
}
