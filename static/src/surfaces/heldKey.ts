/** Changes by a key that is held down: however often it repeats, they are one undo step. */
import type { AnnotationDocument } from '../core/document';

/** A menu has no key to let go of; then this long after the last change the step ends. */
const pause_ms = 600;

export class HeldKey {
  #timer = 0;
  #isOpen = false;
  readonly #end = (): void => this.end();

  constructor(private readonly document: AnnotationDocument) {
    window.addEventListener('keyup', this.#end);
  }
  change(act: () => void): void {
    if (!this.#isOpen) this.document.begin();
    this.#isOpen = true;
    act();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(this.#end, pause_ms);
  }
  end(): void {
    window.clearTimeout(this.#timer);
    if (this.#isOpen) this.document.commit();
    this.#isOpen = false;
  }
  close(): void {
    this.end();
    window.removeEventListener('keyup', this.#end);
  }
}
