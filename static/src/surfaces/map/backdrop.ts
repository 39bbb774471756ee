/** Tiles behind the regions: the sharp ones where they are here, coarser ones until then. */
import type { Backdrop } from '../plane/backdrop';
import type { Camera, Size } from '../plane/camera';
import { keyOf, levelFor, parentOf, placeOf, tilesIn, type Pyramid, type Tile } from './pyramid';
import type { TileStore } from './tiles';

export class TileBackdrop implements Backdrop {
  readonly size: Size;

  constructor(
    private readonly pyramid: Pyramid,
    private readonly store: TileStore,
  ) {
    this.size = { width: pyramid.width, height: pyramid.height };
  }

  draw(ctx: CanvasRenderingContext2D, camera: Camera): void {
    const unit = ctx.getTransform().a;
    const ratio = unit / camera.scale;
    const view = { width: ctx.canvas.width / ratio, height: ctx.canvas.height / ratio };
    const level = levelFor(this.pyramid, camera.scale, ratio);
    const sharp = tilesIn(this.pyramid, level, camera, view);
    this.store.want([...this.#coarsest(level, camera, view), ...sharp]);
    const drawn = new Set<string>();
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.imageSmoothingEnabled = unit < 3;
    // Coarse ones first, so that sharp ones come to lie on them.
    for (const tile of sharp.map((one) => this.#standIn(one)))
      if (tile && tile.level !== level && !drawn.has(keyOf(tile))) {
        drawn.add(keyOf(tile));
        this.#paint(ctx, camera, unit, tile);
      }
    for (const tile of sharp) if (this.store.get(tile)) this.#paint(ctx, camera, unit, tile);
    ctx.restore();
  }

  /** One tile that shows the whole picture: it is there wherever one goes. */
  #coarsest(level: number, camera: Camera, view: Size): Tile[] {
    const last = this.pyramid.levels - 1;
    return level === last ? [] : tilesIn(this.pyramid, last, camera, view);
  }
  /** The tile itself, or the nearest coarser one that is here. */
  #standIn(tile: Tile): Tile | null {
    let found: Tile | null = tile;
    while (found && !this.store.get(found)) found = parentOf(this.pyramid, found);
    return found;
  }
  /** On whole device pixels, so that no seam shows between tiles. */
  #paint(ctx: CanvasRenderingContext2D, camera: Camera, unit: number, tile: Tile): void {
    const image = this.store.get(tile);
    if (!image) return;
    const { x, y, width, height } = placeOf(this.pyramid, tile);
    const [left, top] = [Math.round((x - camera.x) * unit), Math.round((y - camera.y) * unit)];
    const right = Math.round((x + width - camera.x) * unit);
    const bottom = Math.round((y + height - camera.y) * unit);
    ctx.drawImage(image, left, top, right - left, bottom - top);
  }
}
