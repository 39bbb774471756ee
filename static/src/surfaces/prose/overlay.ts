/**
 * What lies over the text in one canvas, near the screen only: stacked underlines, label chips,
 * relation curves. It scrolls with the text, so nothing lags behind.
 */
import { inkFor } from '../../core/palette';
import { OverCanvas } from '../overCanvas';
import { drawCurve, drawName, type Box, type Curve, type Theme } from './curves';
import type { Mark } from './marks';

export interface PlacedMark extends Mark {
  readonly boxes: readonly Box[];
  readonly level: number;
  /** Whether its first character is among the boxes: there its chip goes. */
  readonly begins: boolean;
  readonly active: boolean;
}
export interface Scene {
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly marks: readonly PlacedMark[];
  readonly curves: readonly Curve[];
  readonly chips: boolean;
}
export interface Chip extends Box {
  readonly id: string;
}

const underline_px = 2;
const levelStep_px = 4;
const chipHeight_px = 14;
const chipRise_px = 10;

export class Overlay extends OverCanvas {
  /** Where the chips are, for the pointer. */
  chips: readonly Chip[] = [];

  draw(scene: Scene, theme: Theme): void {
    this.over({ left: 0, ...scene }, (context) => {
      for (const mark of scene.marks) drawUnderlines(context, mark);
      const middles = scene.curves.map((curve) => drawCurve(context, curve, theme));
      this.chips = scene.chips ? drawChips(context, scene.marks, theme) : [];
      scene.curves.forEach((curve, i) => drawName(context, middles[i]!, curve, theme, this.chips));
    });
  }
}

function drawUnderlines(context: CanvasRenderingContext2D, mark: PlacedMark): void {
  context.strokeStyle = mark.colour;
  context.lineWidth = mark.active ? underline_px + 1 : underline_px;
  context.setLineDash(mark.suggested ? [5, 3] : []);
  context.beginPath();
  for (const box of mark.boxes) {
    const y = box.bottom + mark.level * levelStep_px;
    context.moveTo(box.left + 0.5, y);
    context.lineTo(box.right - 0.5, y);
  }
  context.stroke();
  context.setLineDash([]);
}

/** Chips of one row stand side by side; one that would stray far from its span is left out. */
function drawChips(
  context: CanvasRenderingContext2D,
  marks: readonly PlacedMark[],
  theme: Theme,
): Chip[] {
  const chips: Chip[] = [];
  let row = NaN;
  let free = 0;
  context.font = `600 10.5px ${theme.font}`;
  context.textBaseline = 'middle';
  const first = marks
    .filter(({ begins, boxes }) => begins && boxes.length > 0)
    .sort((a, b) => a.boxes[0]!.top - b.boxes[0]!.top || a.boxes[0]!.left - b.boxes[0]!.left);
  for (const mark of first) {
    const box = mark.boxes[0]!;
    if (Math.abs(box.top - row) > 3 || Number.isNaN(row)) [row, free] = [box.top, -Infinity];
    const text = chipText(mark);
    const left = Math.max(box.left, free);
    if (left > box.right + 40) continue;
    const chip: Chip = {
      id: mark.id,
      left,
      top: box.top - chipRise_px,
      right: left + context.measureText(text).width + 9,
      bottom: box.top - chipRise_px + chipHeight_px,
    };
    free = chip.right + 2;
    chips.push(chip);
    drawChip(context, chip, text, mark, theme);
  }
  return chips;
}

function chipText({ name, suggested, score }: PlacedMark): string {
  if (!suggested) return name;
  return score === null ? `${name}?` : `${name}? ${Math.round(score * 100)}%`;
}

function drawChip(
  context: CanvasRenderingContext2D,
  chip: Chip,
  text: string,
  mark: PlacedMark,
  theme: Theme,
): void {
  const [width, height] = [chip.right - chip.left, chip.bottom - chip.top];
  context.beginPath();
  context.roundRect(chip.left, chip.top, width, height, 3);
  context.fillStyle = theme.panel;
  context.fill();
  if (!mark.suggested) {
    context.globalAlpha = mark.active ? 1 : 0.24;
    context.fillStyle = mark.colour;
    context.fill();
    context.globalAlpha = 1;
  }
  context.lineWidth = 1;
  context.strokeStyle = mark.colour;
  context.setLineDash(mark.suggested ? [3, 2] : []);
  context.stroke();
  context.setLineDash([]);
  const solid = mark.active && !mark.suggested;
  context.fillStyle = mark.suggested ? theme.machine : solid ? inkFor(mark.colour) : theme.ink;
  context.fillText(text, chip.left + 4.5, chip.top + height / 2 + 0.5);
}
