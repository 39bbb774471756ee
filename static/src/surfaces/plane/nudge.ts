/** Moving, resizing and turning by arrow keys: a held key is one undo step. */
import { boundsOf, grow, move, turn } from '../../core/geometry';
import { limitMove } from '../../core/geometry/point';
import type { PlaneGeometry } from '../../core/region';
import { HeldKey } from '../heldKey';
import type { Size } from './camera';
import type { PlanePlace } from './marks';

type Change = (g: PlaneGeometry, step: number, image: Size) => PlaneGeometry;

const by =
  (dx: number, dy: number): Change =>
  (g, step, { width, height }) =>
    move(g, ...limitMove(boundsOf(g), [dx * step, dy * step], width, height));
const growing =
  (dw: number, dh: number): Change =>
  (g, step) =>
    grow(g, dw * step, dh * step);
const turning =
  (degrees: number): Change =>
  (g) =>
    turn(g, degrees);

const changes: { readonly [command: string]: Change } = {
  'region.left': by(-1, 0),
  'region.right': by(1, 0),
  'region.up': by(0, -1),
  'region.down': by(0, 1),
  'region.narrower': growing(-1, 0),
  'region.wider': growing(1, 0),
  'region.shorter': growing(0, -1),
  'region.taller': growing(0, 1),
  'region.turnLeft': turning(-1),
  'region.turnRight': turning(1),
};

export class Nudger {
  readonly #held: HeldKey;

  constructor(
    private readonly place: PlanePlace,
    private readonly image: Size,
    private readonly scale: () => number,
  ) {
    this.#held = new HeldKey(place.document);
  }

  run(command: string): boolean {
    const change = changes[command];
    const { session, marks } = this.place;
    const ids = session.editable(session.state.selection);
    const regions = ids.flatMap((id) => marks.get(id) ?? []);
    if (!change || !regions.length) return false;
    // One image pixel, or one screen pixel where that is more.
    const step = Math.max(1, 1 / this.scale());
    this.#held.change(() => {
      for (const { id, geometry } of regions) marks.reshape(id, change(geometry, step, this.image));
    });
    return true;
  }
  end(): void {
    this.#held.end();
  }
  close(): void {
    this.#held.close();
  }
}
