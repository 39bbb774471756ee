/** What lies under and around cuboids: pictures, sentences in empty panes, titles, borders. */
import type { Pane } from './eyes';
import type { SpaceView } from './view';

type Ctx = CanvasRenderingContext2D;

export function paintPicture(
  ctx: Ctx,
  view: SpaceView,
  pane: Pane & { kind: 'picture' | 'thumb' },
): void {
  ctx.fillStyle = '#05070a';
  ctx.fillRect(pane.rect.x, pane.rect.y, pane.rect.width, pane.rect.height);
  const picture = view.album.picture(pane.frame, pane.camera);
  if (picture instanceof ImageBitmap) {
    const { x, y, width, height } = pane.shown;
    ctx.drawImage(picture, x, y, width, height);
  } else if (typeof picture === 'string') words(ctx, view, pane, picture);
}
export function paintEmpty(ctx: Ctx, view: SpaceView, pane: Pane): void {
  ctx.fillStyle = view.stage.theme.ground;
  ctx.fillRect(pane.rect.x, pane.rect.y, pane.rect.width, pane.rect.height);
  const isCell = view.store.state.mode === 'grid';
  words(ctx, view, pane, view.place.t(isCell ? 'space.not_here' : 'space.no_selection'));
}
/** A sentence in the middle of a pane, in as many lines as it needs. */
function words(ctx: Ctx, view: SpaceView, { rect }: Pane, text: string): void {
  const { theme } = view.stage;
  ctx.font = `12px ${theme.font}`;
  ctx.fillStyle = theme.dim;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const parts = /\s/.test(text) ? text.split(/(?<=\s)/) : [...text];
  const lines: string[] = [''];
  for (const part of parts) {
    const longer = lines.at(-1)! + part;
    if (ctx.measureText(longer).width > rect.width - 32) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  lines.forEach((line, i) => {
    const y = rect.y + rect.height / 2 + (i - (lines.length - 1) / 2) * 17;
    ctx.fillText(line.trim(), rect.x + rect.width / 2, y);
  });
}
function titleOf(view: SpaceView, pane: Pane): string {
  const { t } = view.place;
  if (pane.kind === 'plan') return t(`space.plan.${pane.name}`);
  if (pane.kind === 'map') return t('space.plan.top');
  if (pane.kind === 'picture' || pane.kind === 'thumb')
    return view.source.facts.cameras[pane.camera]?.id ?? '';
  if (view.store.state.mode !== 'grid') return '';
  return t('space.frame', { at: pane.frame + 1 });
}
export function paintTitle(ctx: Ctx, view: SpaceView, pane: Pane): void {
  const text = titleOf(view, pane);
  if (!text) return;
  const { rect } = pane;
  const seen = pane.kind === 'cell' ? view.selectedIn(pane) : null;
  const mark = seen?.isConfirmed ? ' ✓' : seen && !seen.isKey ? ' ·' : '';
  ctx.font = `500 11px ${view.stage.theme.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  let shown = text + mark;
  while (shown.length > 3 && ctx.measureText(shown).width > rect.width - 20)
    shown = `${shown.slice(0, -2)}…`;
  ctx.fillStyle = '#05070a90';
  ctx.beginPath();
  ctx.roundRect(rect.x + 5, rect.y + 5, ctx.measureText(shown).width + 10, 17, 4);
  ctx.fill();
  ctx.fillStyle = view.stage.theme.dim;
  ctx.fillText(shown, rect.x + 10, rect.y + 14);
}
export function paintFrames(ctx: Ctx, view: SpaceView, panes: readonly Pane[]): void {
  const { theme } = view.stage;
  const { camera, mode, frame } = view.store.state;
  for (const pane of panes) {
    const isChosen =
      (pane.kind === 'thumb' && pane.camera === camera) ||
      (mode === 'grid' && pane.frame === frame);
    ctx.strokeStyle = isChosen ? theme.accent : theme.line;
    ctx.lineWidth = isChosen ? 1.5 : 1;
    const { x, y, width, height } = pane.rect;
    ctx.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  }
}
