/** What mouse, pen, finger and the browser's selection do to a text. */
import type { ProseView } from './view';
import type { Box } from './curves';

/** How far a click may miss a span, in pixels. */
const slack_px = 3;

/** Listens until the answer is called. */
export function listen(view: ProseView, scroller: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const { session } = view.place;
  const sheet = view.map.root;
  let down: { x: number; y: number } | null = null;

  scroller.addEventListener(
    'focus',
    () => {
      session.set({ field: view.place.field });
      view.caret.show();
    },
    { signal },
  );
  scroller.addEventListener('blur', () => view.caret.show(), { signal });
  scroller.addEventListener('scroll', () => view.painter.scrolled(), { signal, passive: true });
  document.addEventListener('selectionchange', () => view.reselected(), { signal });

  scroller.addEventListener(
    'pointerdown',
    (event) => {
      down = event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
    },
    { signal },
  );
  scroller.addEventListener(
    'pointermove',
    (event) => {
      if (event.buttons) return;
      const hit = marksAt(view, event)[0] ?? null;
      scroller.classList.toggle('over-span', hit !== null);
      session.set({ hover: hit });
    },
    { signal, passive: true },
  );
  scroller.addEventListener('pointerleave', () => session.set({ hover: null }), { signal });

  scroller.addEventListener(
    'pointerup',
    (event) => {
      if (!down) return;
      const still = Math.hypot(event.clientX - down.x, event.clientY - down.y) < 4;
      down = null;
      const selected = view.caret.selected;
      // A finger's selection still grows after it is lifted: a label, tapped, ends it.
      if (selected && view.isArmed && event.pointerType !== 'touch' && !session.state.relating)
        view.mark(selected);
      else if (still && !selected) click(view, event);
    },
    { signal },
  );

  // Copies the stored text, line ends and all.
  scroller.addEventListener(
    'copy',
    (event) => {
      const stretch = view.caret.selected;
      if (!stretch || !event.clipboardData) return;
      event.clipboardData.setData('text/plain', view.map.text.slice(stretch.from, stretch.to));
      event.preventDefault();
    },
    { signal },
  );

  const resized = new ResizeObserver(() => view.painter.remeasure());
  resized.observe(scroller);
  resized.observe(sheet);
  const themed = new MutationObserver(() => view.painter.remeasure());
  themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-text-font'] });
  void document.fonts.ready.then(() => !signal.aborted && view.painter.remeasure());
  return () => {
    stop.abort();
    resized.disconnect();
    themed.disconnect();
  };
}

/** The innermost span first; again at the same place, the next one outwards. */
function click(view: ProseView, event: PointerEvent): void {
  const { session } = view.place;
  const hits = marksAt(view, event);
  if (!hits.length) {
    if (session.state.selection.length && !session.state.relating) view.select([]);
    return;
  }
  if (session.state.relating) {
    if (!session.relateTo(hits[0]!)) view.notify('annotate.relation.none');
    return;
  }
  const last = session.state.selection.at(-1);
  const next = hits[(hits.indexOf(last ?? '') + 1) % hits.length]!;
  if (event.shiftKey && last !== undefined) {
    const rest = session.state.selection.filter((id) => id !== next);
    view.select(rest.length === session.state.selection.length ? [...rest, next] : rest);
  } else view.select([next]);
}

function marksAt(view: ProseView, { clientX, clientY }: PointerEvent): string[] {
  const origin = view.painter.overlay.canvas.parentElement!.getBoundingClientRect();
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
