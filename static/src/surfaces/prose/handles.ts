/** The two ends of the selected span, to be dragged: the one selected is DOM, the many are pixels. */
import type { PlacedMark } from './overlay';
import type { Places } from './textMap';
import type { Stretch } from './words';

export interface HandleActs {
  /** The span as it would be with this end at an offset. */
  drag(id: string, stretch: Stretch): void;
  drop(): void;
  cancel(): void;
}
type End = 'from' | 'to';

export class Handles {
  readonly #elements: Record<End, HTMLElement>;
  #mark: PlacedMark | null = null;

  constructor(
    readonly map: Places,
    readonly sheet: HTMLElement,
    readonly acts: HandleActs,
    /** Snaps a stretch to words or characters. */
    readonly snap: (stretch: Stretch) => Stretch,
  ) {
    this.#elements = { from: this.#make('from'), to: this.#make('to') };
  }

  /** Shows them at the ends of `mark`, or hides them. */
  show(mark: PlacedMark | null): void {
    this.#mark = mark;
    const ends: readonly [End, number][] = mark ? this.#ends(mark) : [];
    for (const end of ['from', 'to'] as const) this.#elements[end].hidden = !mark;
    const origin = this.sheet.getBoundingClientRect();
    for (const [end, x] of ends) {
      const rect = this.#edge(mark!, end);
      const { style } = this.#elements[end];
      style.transform = `translate(${x - origin.left}px, ${rect.top - origin.top}px)`;
      style.height = `${rect.height}px`;
    }
  }

  #ends(mark: PlacedMark): [End, number][] {
    return (['from', 'to'] as const).map((end) => {
      const rect = this.#edge(mark, end);
      // In right-to-left text a span begins at the right edge of its first character.
      const caret = this.map.caretRect(end === 'from' ? mark.from : mark.to - 1).left;
      const leading = Math.abs(caret - rect.left) <= Math.abs(caret - rect.right);
      return [end, (end === 'from') === leading ? rect.left : rect.right];
    });
  }
  /** The first or last character's box. */
  #edge({ from, to }: Stretch, end: End): DOMRect {
    const rects =
      end === 'from'
        ? this.map.rects(from, Math.min(to, from + 2))
        : this.map.rects(Math.max(from, to - 1), to);
    return rects.at(end === 'from' ? 0 : -1) ?? this.map.caretRect(end === 'from' ? from : to);
  }
  #make(end: End): HTMLElement {
    const element = document.createElement('div');
    element.className = `handle ${end}`;
    element.hidden = true;
    element.setAttribute('aria-hidden', 'true');
    element.addEventListener('pointerdown', (event) => this.#start(event, end));
    // Keeps the browser from selecting text meanwhile.
    element.addEventListener('mousedown', (event) => event.preventDefault());
    this.sheet.append(element);
    return element;
  }
  #start(event: PointerEvent, end: End): void {
    const mark = this.#mark;
    if (!mark || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const element = event.currentTarget as HTMLElement;
    element.setPointerCapture(event.pointerId);
    const stop = new AbortController();
    const { signal } = stop;
    const move = (moved: PointerEvent): void => {
      const stretch = this.#stretch(mark, end, moved);
      if (stretch) this.acts.drag(mark.id, stretch);
    };
    const finish = (act: () => void) => () => {
      stop.abort();
      act();
    };
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener(
      'pointerup',
      finish(() => this.acts.drop()),
      { signal },
    );
    element.addEventListener(
      'pointercancel',
      finish(() => this.acts.cancel()),
      { signal },
    );
    const escape = (pressed: KeyboardEvent): void => {
      if (pressed.key !== 'Escape') return;
      pressed.stopPropagation();
      finish(() => this.acts.cancel())();
    };
    window.addEventListener('keydown', escape, { signal, capture: true });
  }
  #stretch(mark: PlacedMark, end: End, { clientX, clientY }: PointerEvent): Stretch | null {
    const at = this.map.offsetAt(clientX, clientY);
    if (at === null) return null;
    const raw =
      end === 'from'
        ? { from: Math.min(at, mark.to - 1), to: mark.to }
        : { from: mark.from, to: Math.max(at, mark.from + 1) };
    const snapped = this.snap(raw);
    // The end that is not dragged stays where it is.
    const stretch =
      end === 'from' ? { from: snapped.from, to: mark.to } : { from: mark.from, to: snapped.to };
    return stretch.from < stretch.to ? stretch : null;
  }
}
