/** Curves between marks: from where to where, by what name, drawn so that text stays readable. */
import { nameOf, type Ontology } from '../../core/ontology';
import { paletteColour } from '../../core/palette';
import type { Relation } from '../../core/region';

/** Pixels from the top left corner of the sheet that the text lies on. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
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
export interface Theme {
  readonly ink: string;
  readonly panel: string;
  readonly machine: string;
  readonly font: string;
}

/** What a relation is called and how it is drawn. */
export function relationLook(
  relation: Relation,
  ontology: Ontology,
): Pick<Curve, 'name' | 'colour' | 'directed'> {
  const types = ontology.relations ?? [];
  const at = types.findIndex(({ id }) => id === relation.label);
  const type = types[at];
  return {
    name: type ? nameOf(type) : relation.label,
    // Offset in the palette, so that relations do not look like the first classes.
    colour: type?.color ?? paletteColour(at + 12),
    directed: relation.directed ?? type?.directed ?? true,
  };
}

const middleOf = (box: Box): number => (box.left + box.right) / 2;
/** A chip stands at the upper left of its span, so what lands from above lands at the right. */
const besideChip = (box: Box): number => Math.max(middleOf(box), box.right - 8);

/**
 * Arches over the text between two spans of a row; between rows it leaves and lands on facing
 * sides. Answers its middle, where its name goes.
 */
export function drawCurve(
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

export function drawName(
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
