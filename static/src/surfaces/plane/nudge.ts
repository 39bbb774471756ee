/** Moving, resizing and turning by arrow keys: a held key is one undo step. */
import { boundsOf, grow, move, turn } from '../../core/geometry';
import { limitMove } from '../../core/geometry/point';
import type { PlaneGeometry } from '../../core/region';
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

/** A menu has no key to let go of; then this long after the last step the gesture ends. */
const pause = 600;

export class Nudger {
  #timer = 0;
  #isOpen = false;
  readonly #end = (): void => this.end();

  constructor(
    private readonly place: PlanePlace,
    private readonly image: Size,
    private readonly scale: () => number,
  ) {
    window.addEventListener('keyup', this.#end);
  }

  run(command: string): boolean {
    const change = changes[command];
    const { session, document, marks } = this.place;
    const ids = session.editable(session.state.selection);
    const regions = ids.flatMap((id) => marks.get(id) ?? []);
    if (!change || !regions.length) return false;
    if (!this.#isOpen) document.begin();
    this.#isOpen = true;
    // One image pixel, or one screen pixel where that is more.
    const step = Math.max(1, 1 / this.scale());
    for (const { id, geometry } of regions) marks.reshape(id, change(geometry, step, this.image));
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(this.#end, pause);
    return true;
  }
  end(): void {
    window.clearTimeout(this.#timer);
    if (this.#isOpen) this.place.document.commit();
    this.#isOpen = false;
  }
  close(): void {
    this.end();
    window.removeEventListener('keyup', this.#end);
  }
}
