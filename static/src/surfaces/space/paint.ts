/** Everything over the points: cuboids and their handles, names, pictures, frames of the panes. */
import { inkOn } from '../../core/palette';
import { isSuggested } from '../../core/region';
import type { Cuboid, Point } from '../../core/region';
import { cornersOf, edges, front, placeIn } from './cuboid';
import type { Pane } from './eyes';
import { faceHandles, planHandles } from './handles';
import { paintEmpty, paintFrames, paintPicture, paintTitle } from './paintPanes';
import { headingOf } from './plans';
import type { Seen } from './sequence';
import { isInside, project, segment, type Sight } from './sight';
import type { SpaceView } from './view';

type Ctx = CanvasRenderingContext2D;

export function paint(ctx: Ctx, view: SpaceView): void {
  const panes = view.panes();
  for (const pane of panes) {
    ctx.save();
    const { x, y, width, height } = pane.rect;
    ctx.beginPath();
    ctx.rect(x, y, width, height);
    ctx.clip();
    if (pane.kind === 'picture' || pane.kind === 'thumb') paintPicture(ctx, view, pane);
    else if (pane.kind === 'empty') paintEmpty(ctx, view, pane);
    if (pane.sight) paintCuboids(ctx, view, pane, pane.sight);
    paintTitle(ctx, view, pane);
    ctx.restore();
  }
  paintFrames(ctx, view, panes);
  paintLine(ctx, view);
}

function paintCuboids(ctx: Ctx, view: SpaceView, pane: Pane, sight: Sight): void {
  const { selection, hover } = view.place.session.state;
  const active = view.selectedIn(pane);
  const preview = view.input.gesture?.preview ?? null;
  const isPlan = pane.kind === 'plan' || pane.kind === 'cell';
  const all = view.scenery.seen(pane.frame);
  for (const seen of all) {
    const { id } = seen.region;
    const isActive = id === active?.region.id;
    if (isPlan && !isActive && pane.kind === 'cell') continue;
    if (isPlan && !isActive && !isWithin(sight, seen.cuboid)) continue;
    const cuboid = isActive && preview && !view.input.isDrawing ? preview : seen.cuboid;
    const isSelected = selection.includes(id);
    paintOne(ctx, view, sight, seen, cuboid, {
      isSelected,
      isHovered: hover === id,
      isFaint: isPlan && !isActive,
    });
    const named = isSelected || hover === id || pane.kind === 'map';
    if (named && !isPlan && pane.kind !== 'thumb') paintName(ctx, view, sight, seen, cuboid);
    if (isActive && isPlan) paintSizes(ctx, view, pane, cuboid);
    if (isActive && view.editor.isEditable(id)) paintHandles(ctx, view, pane, cuboid);
  }
  if (preview && view.input.isDrawing)
    wire(ctx, sight, preview, view.editor.colour, 2, [], true, view.stage.theme.ink);
}
/** Whether any of it lies in the slice that a plan shows. */
const isWithin = (sight: Sight, { center, size }: Cuboid): boolean => {
  const depth = project({ ...sight, near: -Infinity }, center)![2];
  return Math.abs(depth) < sight.far + Math.hypot(...size) / 2;
};
interface Manner {
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  readonly isFaint: boolean;
}
function paintOne(
  ctx: Ctx,
  view: SpaceView,
  sight: Sight,
  seen: Seen,
  cuboid: Cuboid,
  { isSelected, isHovered, isFaint }: Manner,
): void {
  const dash = isSuggested(seen.region) ? [5, 4] : seen.isKey ? [] : [1.5, 3];
  ctx.globalAlpha = isFaint ? 0.4 : isSuggested(seen.region) ? 0.75 : 1;
  const width = isSelected ? 2.25 : isHovered ? 2 : 1.25;
  const edge = isSelected ? view.stage.theme.ink : null;
  wire(
    ctx,
    sight,
    cuboid,
    view.scenery.colour(seen.region),
    width,
    dash,
    isSelected || isHovered,
    edge,
  );
  ctx.globalAlpha = 1;
}
/** Twelve edges; the front is shaded, so that one sees where it is heading. */
function wire(
  ctx: Ctx,
  sight: Sight,
  cuboid: Cuboid,
  colour: string,
  width: number,
  dash: readonly number[],
  isStrong: boolean,
  edge: string | null,
): void {
  const corners = cornersOf(cuboid);
  const face = front.flatMap((i) => {
    const at = project(sight, corners[i]!);
    return at ? [at] : [];
  });
  if (face.length === 4) {
    ctx.beginPath();
    face.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    ctx.closePath();
    ctx.fillStyle = colour;
    ctx.globalAlpha *= isStrong ? 0.3 : 0.16;
    ctx.fill();
    ctx.globalAlpha = ctx.globalAlpha / (isStrong ? 0.3 : 0.16);
  }
  ctx.beginPath();
  for (const [a, b] of edges) {
    const line = segment(sight, corners[a]!, corners[b]!);
    if (line) stroke(ctx, line);
  }
  const heading = segment(sight, ...headingOf(cuboid));
  if (heading) stroke(ctx, heading);
  ctx.setLineDash([]);
  if (edge) {
    ctx.strokeStyle = '#05070ab0';
    ctx.lineWidth = width + 2.5;
    ctx.stroke();
  }
  ctx.setLineDash([...dash]);
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.setLineDash([]);
}
function stroke(ctx: Ctx, [[x0, y0], [x1, y1]]: [Point, Point]): void {
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
}
function paintHandles(ctx: Ctx, view: SpaceView, pane: Pane, cuboid: Cuboid): void {
  if (view.input.isDrawing || pane.kind === 'map' || !pane.sight) return;
  const placed =
    pane.kind === 'plan' || pane.kind === 'cell'
      ? planHandles(pane.name, cuboid, pane.plan)
      : pane.kind === 'thumb'
        ? []
        : faceHandles(pane.sight, cuboid);
  const { theme } = view.stage;
  for (const { handle, at } of placed) {
    const [x, y] = at;
    ctx.beginPath();
    if (handle.kind === 'turn') {
      ctx.moveTo(x, y + 26);
      ctx.lineTo(x, y + 5);
      ctx.strokeStyle = theme.dim;
      ctx.lineWidth = 1;
      ctx.stroke();
      ctx.beginPath();
      ctx.arc(x, y, 5, 0, 7);
    } else if (handle.kind === 'face') ctx.arc(x, y, 4.5, 0, 7);
    else ctx.rect(x - 3.5, y - 3.5, 7, 7);
    ctx.fillStyle = theme.ink;
    ctx.fill();
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 1.75;
    ctx.stroke();
  }
}
const metres = (value: number): string => `${value.toFixed(2)} m`;

/** Length, width or height beside the sides of a plan. */
function paintSizes(ctx: Ctx, view: SpaceView, pane: Pane, cuboid: Cuboid): void {
  if (!(pane.kind === 'plan') || !pane.sight) return;
  const { theme } = view.stage;
  const names = { top: [1, 0], side: [0, 2], rear: [1, 2] } as const;
  const [u, v] = names[pane.name];
  ctx.font = `500 11px ${theme.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'center';
  const { rect } = pane;
  label(ctx, metres(cuboid.size[u]), [rect.x + rect.width / 2, rect.y + rect.height - 13], view);
  ctx.save();
  ctx.translate(rect.x + 14, rect.y + rect.height / 2);
  ctx.rotate(-Math.PI / 2);
  label(ctx, metres(cuboid.size[v]), [0, 0], view);
  ctx.restore();
}
function label(ctx: Ctx, text: string, [x, y]: Point, view: SpaceView): void {
  const width = ctx.measureText(text).width + 10;
  ctx.fillStyle = '#05070aa8';
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - 8, width, 16, 4);
  ctx.fill();
  ctx.fillStyle = view.stage.theme.ink;
  ctx.fillText(text, x, y + 0.5);
}
function paintName(ctx: Ctx, view: SpaceView, sight: Sight, seen: Seen, cuboid: Cuboid): void {
  const at = project(sight, placeIn(cuboid, [0, 0, 1]));
  if (!at || !isInside(sight.rect, [at[0], at[1]], 40)) return;
  const colour = view.scenery.colour(seen.region);
  const { origin, score } = seen.region;
  const sure =
    origin.kind === 'prediction' ? `?${score === undefined ? '' : ` ${score.toFixed(2)}`}` : '';
  const text = `${view.scenery.name(seen.region)}${sure}${seen.isConfirmed ? ' ✓' : ''}`;
  ctx.font = `550 11px ${view.stage.theme.font}`;
  const width = ctx.measureText(text).width + 10;
  const [x, y] = [Math.round(at[0] - width / 2), Math.round(at[1] - 24)];
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.roundRect(x, y, width, 17, 4);
  ctx.fill();
  ctx.fillStyle = inkOn(colour);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x + 5, y + 9);
}
function paintLine(ctx: Ctx, view: SpaceView): void {
  const line = view.input.gesture?.line;
  const { theme } = view.stage;
  if (line && line.length > 1) {
    ctx.beginPath();
    line.forEach(([x, y]: Point, i: number) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    ctx.closePath();
    ctx.fillStyle = `${theme.accent}22`;
    ctx.fill();
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 1.5;
    ctx.stroke();
  }
  const brush = view.input.brushCircle();
  if (!brush) return;
  ctx.beginPath();
  ctx.arc(brush.at[0], brush.at[1], brush.radius, 0, 7);
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1.25;
  ctx.stroke();
}
