/** Moving and resizing ranges by arrow keys: a held key is one undo step. */
import { HeldKey } from '../heldKey';
import { changes, stepOf } from './keys';
import { reshape } from './effects';
import { isRange } from './ranges';
import type { AxisView } from './view';

export class Nudger {
  readonly #held: HeldKey;

  constructor(private readonly view: AxisView) {
    this.#held = new HeldKey(view.place.document);
  }
  /** Carries `left`, `endOn` … out on the selection; false where there is none to change. */
  run(name: string): boolean {
    const change = changes[name];
    const { session } = this.view.place;
    const ids = new Set(session.editable(session.state.selection));
    const regions = session.selected.filter(isRange).filter(({ id }) => ids.has(id));
    if (!change || !regions.length) return false;
    const step = stepOf(this.view.secondsPerPixel, this.view.finest);
    this.#held.change(() => {
      for (const { id, geometry } of regions)
        reshape(this.view, id, change(geometry, step, this.view.limits));
    });
    return true;
  }
  close(): void {
    this.#held.close();
  }
}
