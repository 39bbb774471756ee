/** The scroller in which a text or a dialogue is read, and who hears when it moves. */
import type { Place } from '../surface';

export class ReadingFrame {
  readonly scroller = document.createElement('div');
  readonly sheet = document.createElement('div');
  readonly #moved = new Set<() => void>();

  constructor(place: Place, className: string, title: string) {
    const { host, field, ontology, t } = place;
    this.scroller.className = className;
    this.scroller.tabIndex = 0;
    this.scroller.setAttribute('role', 'region');
    const name = ontology.fields[field]?.name ?? field;
    this.scroller.setAttribute('aria-label', t(title, { name }));
    this.sheet.className = 'sheet';
    this.scroller.append(this.sheet);
    host.append(this.scroller);
  }
  onMoved(moved: () => void): () => void {
    this.#moved.add(moved);
    return () => void this.#moved.delete(moved);
  }
  tell(): void {
    for (const moved of this.#moved) moved();
  }
  focus(): void {
    this.scroller.focus({ preventScroll: true });
  }
  /** The rectangle, where some of it is seen. */
  seen(rect: DOMRect | undefined): DOMRect | null {
    const view = this.scroller.getBoundingClientRect();
    return rect && rect.bottom > view.top && rect.top < view.bottom ? rect : null;
  }
  /** Scrolls it to a third of the height; false where it could be seen already. */
  bringUp(rect: DOMRect): boolean {
    const view = this.scroller.getBoundingClientRect();
    if (rect.top >= view.top + 40 && rect.bottom <= view.bottom - 40) return false;
    this.scroller.scrollTop += rect.top - view.top - view.height / 3;
    return true;
  }
}
