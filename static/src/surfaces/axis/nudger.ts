/** Moving and resizing ranges by arrow keys: a held key is one undo step. */
import { changes, stepOf } from './keys';
import { reshape } from './effects';
import { isRange } from './ranges';
import type { AxisView } from './view';

/** A menu has no key to let go of; then this long after the last step the gesture ends. */
const pause_ms = 600;

export class Nudger {
  #timer = 0;
  #isOpen = false;
  readonly #end = (): void => this.end();

  constructor(private readonly view: AxisView) {
    window.addEventListener('keyup', this.#end);
  }
  /** Carries `left`, `endOn` … out on the selection; false where there is none to change. */
  run(name: string): boolean {
    const change = changes[name];
    const { session, document } = this.view.place;
    const ids = new Set(session.editable(session.state.selection));
    const regions = session.selected.filter(isRange).filter(({ id }) => ids.has(id));
    if (!change || !regions.length) return false;
    if (!this.#isOpen) document.begin();
    this.#isOpen = true;
    const step = stepOf(this.view.secondsPerPixel, this.view.finest);
    for (const { id, geometry } of regions)
      reshape(this.view, id, change(geometry, step, this.view.limits));
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(this.#end, pause_ms);
    return true;
  }
  end(): void {
    window.clearTimeout(this.#timer);
    if (this.#isOpen) this.view.place.document.commit();
    this.#isOpen = false;
  }
  close(): void {
    this.end();
    window.removeEventListener('keyup', this.#end);
  }
}
