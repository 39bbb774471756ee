/** What mouse, pen, finger and the browser's selection do to a dialogue. */
import type { Box } from '../prose/curves';
import type { DialogueView } from './view';

/** How far a click may miss a span, in pixels. */
const slack_px = 3;

/** Listens until the answer is called. */
export function listen(view: DialogueView, scroller: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const { session, field } = view.place;
  let down: { x: number; y: number } | null = null;

  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    act: (event: HTMLElementEventMap[K]) => void,
  ): void => scroller.addEventListener(name, act, { signal });

  on('focus', () => session.set({ field }));
  on('blur', () => view.caret?.show());
  on('scroll', () => view.scrolled());
  on('pointerdown', (event) => {
    down = event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
  });
  on('pointermove', (event) => {
    if (event.buttons) return;
    const hit = marksAt(view, event)[0] ?? null;
    scroller.classList.toggle('over-span', hit !== null);
    session.set({ hover: hit });
  });
  on('pointerleave', () => session.set({ hover: null }));
  on('pointerup', (event) => {
    if (!down) return;
    const still = Math.hypot(event.clientX - down.x, event.clientY - down.y) < 4;
    down = null;
    const { pending } = view;
    // A finger's selection still grows after it is lifted: a label, tapped, ends it.
    if (pending && view.isArmed && event.pointerType !== 'touch' && !session.state.relating)
      view.mark(pending);
    else if (still && !pending && !isControl(event)) click(view, event);
  });
  // A card that opens or folds has another height.
  scroller.addEventListener('toggle', () => view.resized(), { signal, capture: true });
  document.addEventListener('selectionchange', () => view.reselected(), { signal });

  let width = 0;
  const resized = new ResizeObserver(() => {
    if (scroller.clientWidth === width) return view.painter.refresh();
    width = scroller.clientWidth;
    view.resized();
  });
  resized.observe(scroller);
  const themed = new MutationObserver(() => view.resized());
  themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-text-font'] });
  void document.fonts.ready.then(() => !signal.aborted && view.resized());
  return () => {
    stop.abort();
    resized.disconnect();
    themed.disconnect();
  };
}

const isControl = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('button, summary') !== null;

/** The innermost span first; again at the same place, the next one outwards; else the turn. */
function click(view: DialogueView, event: PointerEvent): void {
  const { session } = view.place;
  const target = event.target instanceof Element ? event.target.closest('[data-turn]') : null;
  const turn = Number(target?.getAttribute('data-turn') ?? NaN);
  const hits = marksAt(view, event);
  if (session.state.relating && hits.length) {
    if (!session.relateTo(hits[0]!)) view.notify('annotate.relation.none');
    return;
  }
  if (!hits.length) {
    if (!Number.isNaN(turn)) view.focusTurn(turn, false);
    else if (session.state.selection.length) session.select([]);
    return;
  }
  const last = session.state.selection.at(-1);
  const next = hits[(hits.indexOf(last ?? '') + 1) % hits.length]!;
  if (!Number.isNaN(turn)) view.focusTurn(turn, false);
  if (event.shiftKey && last !== undefined && last !== next) session.select([last, next]);
  else session.select([next]);
}

function marksAt(view: DialogueView, { clientX, clientY }: PointerEvent): string[] {
  const origin = view.painter.sheet.getBoundingClientRect();
  const [x, y] = [clientX - origin.left, clientY - origin.top];
  const over = (box: Box): boolean =>
    x >= box.left && x <= box.right && y >= box.top - slack_px && y <= box.bottom + slack_px;
  const chip = view.painter.overlay.chips.find(over);
  if (chip) return [chip.id];
  return view.painter.marks
    .filter(({ boxes }) => boxes.some(over))
    .sort((a, b) => a.to - a.from - (b.to - b.from))
    .map(({ id }) => id);
}
