/** Composes the two layers: the many on the base, what is selected or under way above it. */
import type { Bounds } from '../../core/geometry/point';
import { isPlaneRegion } from '../../core/geometry';
import type { PlaneGeometry } from '../../core/region';
import type { Preview } from '../../core/tool';
import { chipFont, drawChip, isRoomy, mostChips } from './chips';
import { labelFor } from './kinds';
import { paintOverlay } from './overlay';
import { paintMany, toImageSpace, toScreenSpace, type Canvas } from './paint';
import type { Entry, PlaneRegion } from './scene';
import type { Layer } from './stage';
import type { PlaneView } from './view';

export class Picture {
  constructor(private readonly view: PlaneView) {}

  draw(layer: Layer): void {
    if (layer === 'base') this.#base();
    else this.#overlay();
  }

  #canvas(ctx: CanvasRenderingContext2D): Canvas {
    return { ctx, camera: this.view.camera, ratio: this.view.stage.ratio };
  }

  #base(): void {
    const { stage, camera, scene, backdrop, place } = this.view;
    const { width, height } = stage.size;
    const canvas = this.#canvas(stage.base);
    const { ctx } = canvas;
    toScreenSpace(canvas);
    ctx.fillStyle = stage.theme.ground;
    ctx.fillRect(0, 0, width, height);
    toImageSpace(canvas);
    backdrop.draw(ctx, camera);
    const { x, y, scale } = camera;
    const seen: Bounds = [x, y, x + width / scale, y + height / scale];
    const lifted = new Set(place.session.state.selection);
    const rest = scene.within(seen).filter(({ region }) => !lifted.has(region.id));
    paintMany(canvas, rest);
    if (rest.length > mostChips) return;
    toScreenSpace(canvas);
    chipFont(ctx, stage.theme.font);
    for (const entry of rest) if (isRoomy(entry, camera)) drawChip(ctx, camera, entry, false);
  }

  #overlay(): void {
    const { stage, place, sight, desk, pointer } = this.view;
    const { state } = place.session;
    const { preview } = desk;
    const { width, height } = stage.size;
    const lifted = this.#lifted(preview);
    const [only, more] = lifted;
    const isEditable = only && !more && sight.isEditable(only.region.id);
    const isPainting = desk.tool.makes === 'mask' && state.tool !== 'pan';
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
        crosshair: desk.tool.cursor === 'crosshair' && state.tool !== 'pan',
        brush: isPainting ? { width: state.brush, colour: this.#ink(lifted) } : null,
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
    const region = hover === null ? undefined : place.document.region(hover);
    const isShown = region && region.on === place.field && !hidden.has(region.id);
    if (!isShown || !isPlaneRegion(region)) return null;
    return lifted.some((entry) => entry.region.id === region.id) ? null : scene.entry(region);
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
