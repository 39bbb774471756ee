/** What the mouse does to a table, and the class keys with Shift, which mean whole rows. */
import { classesFor } from '../../core/keymap';
import { classKeys, findLabel } from '../../core/ontology';
import type { TableView } from './view';

export function listen(view: TableView): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const { scroller } = view.grid;
  const { session, field, ontology } = view.place;
  const keys = classKeys(ontology).filter(({ label }) => findLabel(ontology, label)?.on === field);
  let dragging = false;

  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    act: (event: HTMLElementEventMap[K]) => void,
  ): void => scroller.addEventListener(name, act, { signal });

  on('focus', () => session.set({ field }));
  on('scroll', () => {
    view.grid.scrolled();
    view.tell();
  });
  on('pointerdown', (event) => {
    const grip = within(event, '[data-grip]');
    if (event.button !== 0) return;
    if (grip) return pull(view, event, Number(grip.dataset['grip']));
    const spot = spotOf(view, event);
    if (!spot) return;
    dragging = true;
    scroller.focus({ preventScroll: true });
    view.moveTo(spot, event.shiftKey);
    event.preventDefault();
  });
  on('pointermove', (event) => {
    if (!dragging || !(event.buttons & 1)) return;
    const spot = spotOf(view, event);
    const { head } = view.cursor;
    const column = head.column < 0 ? -1 : (spot?.column ?? 0);
    if (spot && (spot.at !== head.at || column !== head.column))
      view.moveTo({ ...spot, column }, true);
  });
  window.addEventListener('pointerup', () => (dragging = false), { signal });
  on('click', (event) => {
    const header = within(event, '.head [data-column]');
    if (header && !within(event, '[data-grip]')) view.sortBy(Number(header.dataset['column']));
  });
  on('keydown', (event) => {
    const bare = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!event.shiftKey || !bare || event.repeat) return;
    const meant = classesFor(unshifted(event), keys)[0];
    if (!meant) return;
    session.set({ label: meant.label, class: meant.class, field });
    if (view.mark(meant.label, meant.class, true)) event.preventDefault();
  });
  const resized = new ResizeObserver(() => view.grid.refresh());
  resized.observe(scroller);
  return () => {
    stop.abort();
    resized.disconnect();
  };
}

/** The key as it is without Shift: digits by their place, letters small. */
function unshifted(event: KeyboardEvent) {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  return {
    key: digit ?? event.key.toLowerCase(),
    code: event.code,
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    getModifierState: () => false,
  };
}

const within = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/** The cell under the pointer; on a row's number the whole row. */
function spotOf(view: TableView, event: PointerEvent): { at: number; column: number } | null {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  const row = found?.closest<HTMLElement>('.row');
  if (!row || !view.grid.scroller.contains(row)) return null;
  const at = Number(row.dataset['at']);
  const cell = found?.closest<HTMLElement>('[data-column]');
  if (!cell) return found?.closest('.number') ? { at, column: -1 } : null;
  return { at, column: view.layout.order.indexOf(Number(cell.dataset['column'])) };
}

/** A column's right edge, dragged. */
function pull(view: TableView, event: PointerEvent, column: number): void {
  event.preventDefault();
  const before = view.look;
  const start = before.widths[column] ?? 100;
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener(
    'pointermove',
    (moved) => view.widen(column, start + moved.clientX - event.clientX),
    { signal },
  );
  window.addEventListener('pointerup', () => stop.abort(), { signal });
  window.addEventListener('pointercancel', () => stop.abort(), { signal });
  window.addEventListener(
    'keydown',
    (pressed) => {
      if (pressed.key !== 'Escape') return;
      pressed.stopPropagation();
      view.setLook(before);
      stop.abort();
    },
    { signal, capture: true },
  );
}
