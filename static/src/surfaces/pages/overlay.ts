/** What lies over the pages in one canvas: marks, handles, caret, order, curves of relations. */
import { inkFor } from '../../core/palette';
import type { Point } from '../../core/region';
import { OverCanvas } from '../overCanvas';
import { drawCurve, drawName, type Curve, type Theme } from '../prose/curves';
import { handleAt, handles } from './boxes';
import type { Rect } from './layout';
import type { PageMark } from './marks';

export interface PlacedMark {
  readonly mark: PageMark;
  /** In pixels of the column of pages. */
  readonly rects: readonly Rect[];
  readonly state: 'plain' | 'hover' | 'selected';
  /** Wears handles: the only one selected, and it may be changed. */
  readonly isHeld: boolean;
}
export interface Scene {
  readonly window: Rect;
  readonly marks: readonly PlacedMark[];
  readonly curves: readonly Curve[];
  /** Through the boxes in reading order. */
  readonly trail: readonly Rect[] | null;
  readonly pending: readonly Rect[];
  readonly hits: readonly Rect[];
  readonly hit: readonly Rect[];
  readonly caret: Rect | null;
  readonly sketch: { readonly rect: Rect; readonly colour: string } | null;
  /** Lines of the selected table. */
  readonly lines: readonly Rect[];
  readonly chips: boolean;
}
export interface PageTheme extends Theme {
  readonly person: string;
}
export interface Chip extends Rect {
  readonly id: string;
}

const handle_px = 9;
const chip_px = 16;
const badge_px = 10;

export class PagesOverlay extends OverCanvas {
  chips: readonly Chip[] = [];

  draw(scene: Scene, theme: PageTheme): void {
    this.over(scene.window, (context) => {
      fill(context, scene.hits, theme.machine, 0.35);
      fill(context, scene.hit, theme.machine, 0.45);
      for (const placed of scene.marks) drawMark(context, placed);
      fill(context, scene.lines, theme.person, 1);
      fill(context, scene.pending, theme.person, 0.32);
      if (scene.sketch) drawSketch(context, scene.sketch);
      if (scene.caret) fill(context, [scene.caret], theme.person, 1);
      if (scene.trail) drawTrail(context, scene.trail, theme);
      const middles = scene.curves.map((curve) => drawCurve(context, curve, theme));
      this.chips = scene.marks.flatMap((placed) => drawChip(context, placed, scene, theme));
      const boxes = this.chips.map(({ left, top, width, height }) => ({
        left,
        top,
        right: left + width,
        bottom: top + height,
      }));
      scene.curves.forEach((curve, i) => drawName(context, middles[i]!, curve, theme, boxes));
      for (const { mark, rects, isHeld } of scene.marks)
        if (isHeld && mark.kind === 'box' && rects[0]) drawHandles(context, rects[0], theme);
    });
  }
}

function fill(
  context: CanvasRenderingContext2D,
  rects: readonly Rect[],
  colour: string,
  alpha: number,
): void {
  context.globalAlpha = alpha;
  context.fillStyle = colour;
  for (const { left, top, width, height } of rects) context.fillRect(left, top, width, height);
  context.globalAlpha = 1;
}

const tints = {
  span: { plain: 0.22, hover: 0.34, selected: 0.42 },
  box: { plain: 0.08, hover: 0.14, selected: 0.16 },
} as const;

function drawMark(context: CanvasRenderingContext2D, { mark, rects, state }: PlacedMark): void {
  const { colour, suggested } = mark;
  if (mark.kind === 'span') {
    fill(context, rects, colour, suggested ? tints.span[state] * 0.6 : tints.span[state]);
    context.strokeStyle = colour;
    context.lineWidth = state === 'plain' ? 1.75 : 2.5;
    context.setLineDash(suggested ? [5, 3] : []);
    context.beginPath();
    for (const { left, top, width, height } of rects) {
      context.moveTo(left, top + height + 0.5);
      context.lineTo(left + width, top + height + 0.5);
    }
    context.stroke();
  } else {
    fill(context, rects, colour, (suggested ? 0.5 : 1) * tints.box[state]);
    context.setLineDash(suggested ? [6, 4] : []);
    for (const { left, top, width, height } of rects) {
      // A light rim keeps the line readable on dark scans.
      context.strokeStyle = '#ffffffb0';
      context.lineWidth = 3.5;
      context.strokeRect(left, top, width, height);
      context.strokeStyle = colour;
      context.lineWidth = state === 'selected' ? 2.5 : 1.75;
      context.strokeRect(left, top, width, height);
    }
  }
  context.setLineDash([]);
}

function drawSketch(
  context: CanvasRenderingContext2D,
  { rect: { left, top, width, height }, colour }: NonNullable<Scene['sketch']>,
): void {
  fill(context, [{ left, top, width, height }], colour, 0.18);
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.strokeRect(left, top, width, height);
}

function drawHandles(context: CanvasRenderingContext2D, rect: Rect, theme: PageTheme): void {
  for (const handle of handles) {
    const [x, y] = handleAt(rect, handle);
    context.beginPath();
    context.roundRect(x - handle_px / 2, y - handle_px / 2, handle_px, handle_px, 2.5);
    context.fillStyle = '#ffffff';
    context.fill();
    context.strokeStyle = theme.person;
    context.lineWidth = 1.75;
    context.stroke();
  }
}

/** Boxes are named at their upper left; spans only while one looks at them, to leave text free. */
function drawChip(
  context: CanvasRenderingContext2D,
  { mark, rects, state }: PlacedMark,
  { chips, trail }: Scene,
  theme: PageTheme,
): Chip[] {
  const rect = rects[0];
  if (!rect) return [];
  const isNamed = state !== 'plain' || (chips && mark.kind === 'box' && !trail);
  const number = mark.order;
  if (number !== null && (trail || state !== 'plain' || chips))
    drawBadge(context, rect, String(number), mark.colour);
  if (!isNamed) return [];
  context.font = `600 10.5px ${theme.font}`;
  const width = context.measureText(mark.name).width + 10;
  const left = rect.left + (number === null ? -1 : 2 * badge_px + 3);
  const chip = { id: mark.id, left, top: rect.top - chip_px - 1, width, height: chip_px };
  context.beginPath();
  context.roundRect(chip.left, chip.top, width, chip_px, 4);
  context.fillStyle = mark.suggested ? '#ffffff' : mark.colour;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = mark.colour;
  context.setLineDash(mark.suggested ? [3, 2] : []);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = mark.suggested ? '#1b2430' : inkFor(mark.colour);
  context.textBaseline = 'middle';
  context.fillText(mark.name, chip.left + 5, chip.top + chip_px / 2 + 0.5);
  return [chip];
}

function drawBadge(
  context: CanvasRenderingContext2D,
  rect: Rect,
  number: string,
  colour: string,
): void {
  const [left, top] = badgeAt(rect);
  context.beginPath();
  context.arc(left, top, badge_px, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = '#ffffff';
  context.lineWidth = 1.5;
  context.stroke();
  context.fillStyle = inkFor(colour);
  context.font = `700 ${number.length > 2 ? 9 : 11}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(number, left, top + 0.5);
  context.textAlign = 'start';
}

/** Over the box's corner, which a handle needs. */
const badgeAt = ({ left, top }: Rect): Point => [left + badge_px - 1, top - badge_px - 1];

function drawTrail(
  context: CanvasRenderingContext2D,
  trail: readonly Rect[],
  theme: PageTheme,
): void {
  context.strokeStyle = theme.person;
  context.lineWidth = 1.75;
  context.globalAlpha = 0.75;
  context.setLineDash([2, 4]);
  context.lineCap = 'round';
  context.beginPath();
  trail
    .map(badgeAt)
    .forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}
