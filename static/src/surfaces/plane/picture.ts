/** Composes the two layers: the many on the base, what is selected or under way above it. */
import type { Bounds } from '../../core/geometry/point';
import type { Camera } from './camera';
import type { PlaneGeometry, Point } from '../../core/region';
import type { Preview } from '../../core/tool';
import { chipFont, drawChip, isRoomy, mostChips } from './chips';
import { labelFor } from './kinds';
import { paintOverlay } from './overlay';
import { paintMany, rimmed, toImageSpace, toScreenSpace, type Canvas } from './paint';
import type { Entry, PlaneRegion } from './scene';
import { aligned, scroll, type Strip } from './scroll';
import type { Layer } from './stage';
import type { PlaneView } from './view';

export class Picture {
  constructor(private readonly view: PlaneView) {}

  draw(layer: Layer): void {
    if (layer === 'overlay') return this.#overlay();
    if (layer === 'base') this.#drawn = null;
    this.#base();
  }

  /** What the base shows: for which camera, and whether it may be pushed along by a pan. */
  #drawn: { readonly camera: Camera; readonly ratio: number; readonly isDense: boolean } | null =
    null;

  #canvas(ctx: CanvasRenderingContext2D): Canvas {
    const { camera, stage } = this.view;
    return { ctx, camera: aligned(camera, stage.ratio), ratio: stage.ratio };
  }

  #base(): void {
    const { stage, scene, place } = this.view;
    const canvas = this.#canvas(stage.base);
    const { ctx, camera, ratio } = canvas;
    const lifted = new Set(place.session.state.selection);
    const seen = (strip: Strip): Entry[] =>
      scene.within(boundsOf(strip, canvas)).filter(({ region }) => !lifted.has(region.id));
    const whole: Strip = { x: 0, y: 0, width: ctx.canvas.width, height: ctx.canvas.height };
    const entries = seen(whole);
    // Names and rims depend on how many are in view; then a part cannot be drawn alone.
    const isDense = entries.length > rimmed;
    const last = this.#drawn;
    const canScroll = last?.isDense && isDense && last.ratio === ratio;
    const strips = canScroll ? scroll(ctx, last.camera, camera, ratio) : null;
    this.#drawn = { camera, ratio, isDense };
    if (!strips) return this.#part(canvas, whole, entries);
    for (const strip of strips) this.#part(canvas, strip, seen(strip), isDense);
  }

  /** Draws a part of the base anew and touches nothing outside it. */
  #part(canvas: Canvas, strip: Strip, entries: readonly Entry[], isDense?: boolean): void {
    const { stage, backdrop } = this.view;
    const { ctx, camera } = canvas;
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.beginPath();
    ctx.rect(strip.x, strip.y, strip.width, strip.height);
    ctx.clip();
    ctx.fillStyle = stage.theme.ground;
    ctx.fillRect(strip.x, strip.y, strip.width, strip.height);
    toImageSpace(canvas);
    backdrop.draw(ctx, camera);
    paintMany(canvas, entries, isDense ?? entries.length > rimmed);
    if (!isDense && entries.length <= mostChips) this.#names(canvas, entries);
    ctx.restore();
  }
  #names(canvas: Canvas, entries: readonly Entry[]): void {
    const { ctx, camera } = canvas;
    toScreenSpace(canvas);
    chipFont(ctx, this.view.stage.theme.font);
    for (const entry of entries) if (isRoomy(entry, camera)) drawChip(ctx, camera, entry, 'plain');
  }

  #overlay(): void {
    const { stage, place, sight, desk, pointer, scene } = this.view;
    const { state } = place.session;
    const { preview } = desk;
    const { width, height } = stage.size;
    const lifted = this.#lifted(preview);
    const [only, more] = lifted;
    const isEditable = only && !more && sight.isEditable(only.region.id);
    const isPainting = desk.tool.cursor === 'none' && state.tool !== 'pan';
    paintOverlay(
      this.#canvas(stage.overlay),
      {
        lifted,
        hover: this.#hover(lifted),
        drafts: this.#drafts(preview),
        handles: isEditable && !isPainting && !preview?.vertices ? only : null,
        preview,
        slack: sight.slack,
        pointer,
        relating: this.#linkStart(),
        crosshair: desk.tool.cursor === 'crosshair' && state.tool !== 'pan',
        brush: isPainting ? { width: state.brush, colour: this.#ink(lifted) } : null,
        note: this.#note(preview),
        numbered: state.tool === 'order' ? scene.entries : null,
        accent: stage.theme.accent,
        font: stage.theme.font,
      },
      width,
      height,
    );
  }

  /** The selected regions, as the unfinished gesture would have them. */
  #lifted(preview: Preview | null): Entry[] {
    const { sight, scene } = this.view;
    const now = new Map(preview?.shapes.map(({ id, geometry }) => [id, geometry]));
    return sight.selected.map((region) => {
      const geometry = now.get(region.id);
      return scene.entry(geometry ? { ...region, geometry } : region);
    });
  }
  #hover(lifted: readonly Entry[]): Entry | null {
    const { place, scene } = this.view;
    const { hover, hidden } = place.session.state;
    const region = hover === null ? undefined : place.marks.get(hover);
    if (!region || hidden.has(region.id)) return null;
    return lifted.some((entry) => entry.region.id === region.id) ? null : scene.entry(region);
  }
  /** Beside the pointer: which point of the skeleton the next press sets, or how to end. */
  #note(preview: Preview | null): string | null {
    const { place, desk, sight } = this.view;
    if (preview?.says) return place.t(`plane.${preview.says[0]}`, preview.says[1]);
    if (desk.tool.makes !== 'keypoints' || place.session.state.tool !== 'keypoints') return null;
    const geometry = preview?.shapes[0]?.geometry;
    const count = geometry && 'points' in geometry ? geometry.points.length : 0;
    const { joints } = sight;
    if (!joints.length) return count ? place.t('plane.free_points', { count }) : null;
    const name = joints[count] ?? '';
    return place.t('plane.next_point', { name, at: count + 1, all: joints.length });
  }
  #linkStart(): Point | null {
    const { place, scene } = this.view;
    const from = place.marks.get(place.session.state.relating?.from ?? '');
    if (!from) return null;
    const [x0, y0, x1, y1] = scene.entry(from).bounds;
    return [(x0 + x1) / 2, (y0 + y1) / 2];
  }
  #drafts(preview: Preview | null): Entry[] {
    return (preview?.shapes ?? []).flatMap(({ id, geometry }) =>
      id === null ? [this.#draft(geometry)] : [],
    );
  }
  /** Dressed as the region it will become. */
  #draft(geometry: PlaneGeometry): Entry {
    const { place, desk, scene } = this.view;
    const label = labelFor(place, desk.tool.makes);
    const region = place.session.newRegion(label?.id ?? '', place.field, geometry);
    return scene.entry(region as PlaneRegion);
  }
  #ink(lifted: readonly Entry[]): string {
    const mask = lifted.find(({ kind }) => kind === 'mask');
    if (mask) return mask.look.colour;
    return this.#draft({ points: [] }).look.colour;
  }
}

/** A strip of the canvas in image pixels, with room for half a line on each side. */
function boundsOf({ x, y, width, height }: Strip, { camera, ratio }: Canvas): Bounds {
  const unit = camera.scale * ratio;
  const line = 2 / camera.scale;
  return [
    camera.x + x / unit - line,
    camera.y + y / unit - line,
    camera.x + (x + width) / unit + line,
    camera.y + (y + height) / unit + line,
  ];
}
