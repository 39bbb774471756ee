/**
 * What lies over the text in one canvas, near the screen only: stacked underlines, label chips,
 * relation curves. It scrolls with the text, so nothing lags behind.
 */
import { inkOn } from '../../core/palette';
import type { Mark } from './marks';

/** Pixels from the top left corner of the sheet that the text lies on. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
export interface PlacedMark extends Mark {
  readonly boxes: readonly Box[];
  readonly level: number;
  /** Whether its first character is among the boxes: there its chip goes. */
  readonly begins: boolean;
  readonly active: boolean;
}
export interface Curve {
  readonly from: Box;
  readonly to: Box;
  readonly name: string;
  readonly colour: string;
  readonly directed: boolean;
  /** Between marks that nobody has confirmed yet. */
  readonly suggested: boolean;
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
export interface Theme {
  readonly ink: string;
  readonly panel: string;
  readonly machine: string;
  readonly font: string;
}
export interface Chip extends Box {
  readonly id: string;
}

const underline_px = 2;
const levelStep_px = 4;
const chipHeight_px = 14;
const chipRise_px = 10;

export class Overlay {
  readonly canvas = document.createElement('canvas');
  readonly #context = this.canvas.getContext('2d')!;
  /** Where the chips are, for the pointer. */
  chips: readonly Chip[] = [];

  constructor() {
    this.canvas.className = 'overlay';
    this.canvas.setAttribute('aria-hidden', 'true');
  }

  draw(scene: Scene, theme: Theme): void {
    this.#fit(scene);
    const context = this.#context;
    context.save();
    context.translate(0, -scene.top);
    for (const mark of scene.marks) drawUnderlines(context, mark);
    const middles = scene.curves.map((curve) => drawCurve(context, curve, theme));
    this.chips = scene.chips ? drawChips(context, scene.marks, theme) : [];
    scene.curves.forEach((curve, i) => drawName(context, middles[i]!, curve, theme, this.chips));
    context.restore();
  }
  #fit({ top, width, height }: Scene): void {
    const scale = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    const { canvas } = this;
    if (canvas.width !== w || canvas.height !== h) {
      [canvas.width, canvas.height] = [w, h];
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    canvas.style.transform = `translateY(${top}px)`;
    this.#context.setTransform(scale, 0, 0, scale, 0, 0);
    this.#context.clearRect(0, 0, width, height);
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

const inkFor = (colour: string): string => (/^#[\da-f]{6}$/i.test(colour) ? inkOn(colour) : '#000');

const middleOf = (box: Box): number => (box.left + box.right) / 2;
/** A chip stands at the upper left of its span, so what lands from above lands at the right. */
const besideChip = (box: Box): number => Math.max(middleOf(box), box.right - 8);

/**
 * Arches over the text between two spans of a row; between rows it leaves and lands on facing
 * sides. Answers its middle, where its name goes.
 */
function drawCurve(
  context: CanvasRenderingContext2D,
  curve: Curve,
  theme: Theme,
): readonly [x: number, y: number] {
  const { from, to, colour } = curve;
  const isUp = to.bottom <= from.top + 2;
  const isDown = to.top >= from.bottom - 2;
  const [x1, x2] = [
    isDown ? middleOf(from) : besideChip(from),
    isUp ? middleOf(to) : besideChip(to),
  ];
  const [y1, y2] = [isDown ? from.bottom + 3 : from.top - 1, isUp ? to.bottom + 3 : to.top - 1];
  const rise =
    isUp || isDown ? Math.abs(y2 - y1) * 0.5 + 6 : Math.min(42, 24 + Math.abs(x2 - x1) * 0.06);
  const [c1, c2] = [isDown ? y1 + rise : y1 - rise, isUp ? y2 + rise : y2 - rise];
  context.beginPath();
  context.moveTo(x1, y1);
  context.bezierCurveTo(x1, c1, x2, c2, x2, y2 + (isUp ? 4 : -4));
  context.lineCap = 'round';
  // A halo in the colour of the page keeps the curve readable over the text.
  context.strokeStyle = theme.panel;
  context.globalAlpha = 0.8;
  context.lineWidth = 4.5;
  context.stroke();
  context.globalAlpha = curve.active ? 1 : 0.75;
  context.strokeStyle = colour;
  context.lineWidth = curve.active ? 2.2 : 1.5;
  context.setLineDash(curve.suggested ? [5, 4] : []);
  context.stroke();
  context.setLineDash([]);
  if (curve.directed) drawHead(context, x2, y2, colour, isUp ? 1 : -1);
  else drawDot(context, x2, y2, colour);
  drawDot(context, x1, y1, colour);
  context.globalAlpha = 1;
  return [(x1 + x2) / 2, (y1 + 3 * c1 + 3 * c2 + y2) / 8];
}

function drawHead(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  colour: string,
  side: 1 | -1,
): void {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 4, y + 7 * side);
  context.lineTo(x + 4, y + 7 * side);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}
function drawDot(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.beginPath();
  context.arc(x, y, 2.4, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}
/** How far a name may stray from the middle of its curve to leave a chip readable. */
const shifts = [0, 34, -34, 68, -68, 102, -102];

function drawName(
  context: CanvasRenderingContext2D,
  [middle, y]: readonly [x: number, y: number],
  { name, colour }: Curve,
  theme: Theme,
  chips: readonly Box[],
): void {
  if (!name) return;
  context.font = `600 10.5px ${theme.font}`;
  context.textBaseline = 'middle';
  const width = context.measureText(name).width + 10;
  const isFree = (x: number): boolean =>
    !chips.some(
      (chip) =>
        chip.left < x + width / 2 &&
        chip.right > x - width / 2 &&
        chip.top < y + 7.5 &&
        chip.bottom > y - 7.5,
    );
  const x = middle + (shifts.find((shift) => isFree(middle + shift)) ?? 0);
  context.beginPath();
  context.roundRect(x - width / 2, y - 7.5, width, 15, 7.5);
  context.fillStyle = theme.panel;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = colour;
  context.stroke();
  context.fillStyle = theme.ink;
  context.fillText(name, x - width / 2 + 5, y + 0.5);
}
