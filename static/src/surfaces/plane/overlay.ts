/** Draws what moves: the selection with its handles, unfinished gestures, crosshair, brush. */
import { handlesOf, type Handle } from '../../core/geometry';
import type { Keypoints, Mask, Point } from '../../core/region';
import type { Preview } from '../../core/tool';
import { toScreen } from './camera';
import { chipFont, drawChip, drawNote, drawNumbers } from './chips';
import { drawClicks } from './clickMarks';
import { dashOf, paintMask, toImageSpace, toScreenSpace, type Canvas } from './paint';
import type { Entry } from './scene';
import { hasInside, trace, traceBones } from './trace';

export interface Show {
  readonly lifted: readonly Entry[];
  readonly hover: Entry | null;
  /** Shapes being drawn, dressed as the regions they will be. */
  readonly drafts: readonly Entry[];
  readonly handles: Entry | null;
  readonly preview: Preview | null;
  readonly slack: number;
  /** Under the pointer, in screen pixels; null when it is elsewhere. */
  readonly pointer: Point | null;
  /** Where a relation being drawn starts, in image pixels. */
  readonly relating: Point | null;
  readonly crosshair: boolean;
  readonly brush: { readonly width: number; readonly colour: string } | null;
  /** Said beside the pointer. */
  readonly note: string | null;
  /** With their place in reading order, while that is being set. */
  readonly numbered: readonly Entry[] | null;
  readonly accent: string;
  readonly font: string;
}

export function paintOverlay(canvas: Canvas, show: Show, width: number, height: number): void {
  const { ctx, camera } = canvas;
  toScreenSpace(canvas);
  ctx.clearRect(0, 0, width, height);
  const mask = show.preview?.stroke ? show.lifted.filter(({ kind }) => kind === 'mask') : [];
  toImageSpace(canvas);
  // An eraser's stroke must bite into the mask alone, so that comes first.
  for (const { region, look } of mask) paintMask(canvas, region.geometry as Mask, look.colour, 0.6);
  if (show.preview?.stroke) drawStroke(canvas, show);
  if (show.hover) paintLifted(canvas, show.hover, 1);
  for (const entry of show.lifted) if (!mask.includes(entry)) paintLifted(canvas, entry, 2);
  for (const entry of show.drafts) paintLifted(canvas, entry, 2);
  toScreenSpace(canvas);
  drawNames(canvas, show);
  if (show.numbered) drawNumbers(ctx, camera, show.numbered, show.font);
  if (show.preview?.marquee) drawMarquee(canvas, show.preview.marquee, show.accent);
  if (show.handles) drawHandles(canvas, show.handles, show.slack);
  drawVertices(canvas, show);
  if (show.preview?.clicks) drawClicks(ctx, camera, show.preview.clicks);
  if (show.relating && show.pointer) drawLink(canvas, show.relating, show.pointer, show.accent);
  if (show.pointer) drawPointer(canvas, show, show.pointer, width, height);
  if (show.pointer && show.note) drawNote(ctx, show.note, show.font, show.pointer, width);
}

/** Selected regions glow in their colour under a firm line. */
function paintLifted(canvas: Canvas, entry: Entry, strength: number): void {
  const { ctx, camera } = canvas;
  const { region, look, kind } = entry;
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
  if (kind === 'mask')
    return paintMask(canvas, region.geometry as Mask, look.colour, 0.45 + strength / 10);
  ctx.lineJoin = 'round';
  ctx.beginPath();
  trace(ctx, region.geometry, 4 / camera.scale);
  if (kind === 'keypoints') traceBones(ctx, region.geometry as Keypoints, look.bones);
  ctx.strokeStyle = `${look.colour}59`;
  ctx.lineWidth = (3 + 2 * strength) / camera.scale;
  ctx.stroke();
  ctx.setLineDash(dashOf(look, camera.scale));
  ctx.strokeStyle = look.colour;
  ctx.lineWidth = 2 / camera.scale;
  ctx.stroke();
  ctx.setLineDash([]);
  // What is only pointed at has its fill from the layer below.
  if (strength < 2 || !hasInside(region.geometry)) return;
  ctx.fillStyle = `${look.colour}1f`;
  ctx.fill('evenodd');
}

function drawStroke({ ctx }: Canvas, { preview, brush }: Show): void {
  const stroke = preview?.stroke;
  if (!stroke || !brush) return;
  ctx.globalCompositeOperation = stroke.erase ? 'destination-out' : 'source-over';
  ctx.globalAlpha = stroke.erase ? 1 : 0.6;
  ctx.strokeStyle = brush.colour;
  ctx.lineWidth = stroke.width;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  const [first] = stroke.points;
  if (first) ctx.moveTo(...first);
  for (const point of stroke.points) ctx.lineTo(...point);
  ctx.stroke();
  ctx.globalCompositeOperation = 'source-over';
  ctx.globalAlpha = 1;
  ctx.lineCap = 'butt';
}

function drawNames({ ctx, camera }: Canvas, { lifted, hover, drafts, font }: Show): void {
  chipFont(ctx, font);
  if (lifted.length <= 40) for (const entry of lifted) drawChip(ctx, camera, entry, 'selected');
  if (hover) drawChip(ctx, camera, hover, 'hover');
  for (const entry of drafts)
    if (entry.kind !== 'polyline') drawChip(ctx, camera, entry, 'selected');
}

function drawMarquee(
  { ctx, camera }: Canvas,
  [a, b]: readonly [Point, Point],
  accent: string,
): void {
  const [[x, y], [right, bottom]] = [toScreen(camera, a), toScreen(camera, b)];
  ctx.fillStyle = `${accent}24`;
  ctx.strokeStyle = accent;
  ctx.lineWidth = 1;
  ctx.fillRect(x, y, right - x, bottom - y);
  ctx.strokeRect(x, y, right - x, bottom - y);
}

/** From the first region of a relation to the pointer, until the second is picked. */
function drawLink({ ctx, camera }: Canvas, from: Point, to: Point, accent: string): void {
  ctx.beginPath();
  ctx.moveTo(...toScreen(camera, from));
  ctx.lineTo(...to);
  ctx.strokeStyle = accent;
  ctx.lineWidth = 2;
  ctx.setLineDash([5, 4]);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawHandles({ ctx, camera }: Canvas, { region, look }: Entry, slack: number): void {
  const handles = handlesOf(region.geometry, slack);
  const turn = handles.find(({ look: kind }) => kind === 'turn');
  const top = handles.find(({ id }) => id === 'n');
  ctx.strokeStyle = look.colour;
  ctx.lineWidth = 1.5;
  if (turn && top) {
    ctx.beginPath();
    ctx.moveTo(...toScreen(camera, top.at));
    ctx.lineTo(...toScreen(camera, turn.at));
    ctx.stroke();
  }
  for (const handle of handles) drawHandle(ctx, handle, toScreen(camera, handle.at), look.colour);
}

const radius: Record<Handle['look'], number> = {
  corner: 4,
  edge: 3,
  vertex: 4,
  middle: 3,
  turn: 5,
};

function drawHandle(
  ctx: CanvasRenderingContext2D,
  { look }: Handle,
  [x, y]: Point,
  colour: string,
): void {
  const r = radius[look];
  ctx.beginPath();
  if (look === 'corner' || look === 'edge') ctx.roundRect(x - r, y - r, 2 * r, 2 * r, 1.5);
  else ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.globalAlpha = look === 'middle' ? 0.65 : 1;
  ctx.fillStyle = '#fff';
  ctx.fill();
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** The first vertex is larger: clicking it closes the shape. */
function drawVertices({ ctx, camera }: Canvas, { preview, drafts }: Show): void {
  const colour = drafts[0]?.look.colour ?? '#000';
  preview?.vertices?.forEach((point, i) => {
    const [x, y] = toScreen(camera, point);
    ctx.beginPath();
    ctx.arc(x, y, i ? 3.5 : 5.5, 0, 2 * Math.PI);
    ctx.fillStyle = '#fff';
    ctx.fill();
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = colour;
    ctx.stroke();
  });
}

function drawPointer(
  canvas: Canvas,
  show: Show,
  [x, y]: Point,
  width: number,
  height: number,
): void {
  const { ctx, camera } = canvas;
  if (show.brush) {
    const r = Math.max(2, (show.brush.width / 2) * camera.scale);
    for (const [colour, line] of [
      ['#000a', 3],
      ['#fff', 1.25],
    ] as const) {
      ctx.beginPath();
      ctx.arc(x, y, r, 0, 2 * Math.PI);
      ctx.strokeStyle = colour;
      ctx.lineWidth = line;
      ctx.stroke();
    }
  } else if (show.crosshair) {
    // Half-pixel places keep the hairlines sharp.
    const [cx, cy] = [Math.round(x) + 0.5, Math.round(y) + 0.5];
    for (const [colour, shift] of [
      ['#0006', 1],
      ['#ffffff90', 0],
    ] as const) {
      ctx.beginPath();
      ctx.moveTo(0, cy + shift);
      ctx.lineTo(width, cy + shift);
      ctx.moveTo(cx + shift, 0);
      ctx.lineTo(cx + shift, height);
      ctx.strokeStyle = colour;
      ctx.lineWidth = 1;
      ctx.stroke();
    }
  }
}
