/** What mouse, pen, finger and wheel do to a document. */
import type { PageBox, Point } from '../../core/region';
import { boundsOf, drawn, handleAt, handles, isPageBox, moved, resized, unturned } from './boxes';
import type { Rect } from './layout';
import type { PageMark } from './marks';
import { isTable, toggled } from './tables';
import { wordAt } from './textSelection';
import type { PagesView } from './view';

/** What the pressed button is doing. */
type Drag =
  | { readonly how: 'text' }
  | { readonly how: 'draw'; readonly page: number; readonly from: Point }
  | { readonly how: 'resize'; readonly box: PageBox; readonly id: string; readonly handle: string }
  | { readonly how: 'move'; readonly box: PageBox; readonly id: string; readonly from: Point }
  | { readonly how: 'pan'; readonly x: number; readonly y: number }
  | { readonly how: 'click' };

const near_px = 8;
const still_px = 4;

/** Listens until the answer is called. */
export function listen(view: PagesView): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const { scroller } = view.reader;
  const { session } = view.place;
  let drag: Drag | null = null;
  let start: Point = [0, 0];
  let hasMoved = false;

  const down = (event: PointerEvent): void => {
    if (event.button > 1 || drag || onScrollbar(event, scroller)) return;
    scroller.focus({ preventScroll: true });
    start = [event.clientX, event.clientY];
    hasMoved = false;
    drag = begin(view, event);
    // A finger that selects nothing scrolls; so does a wheel pressed down by the browser's way.
    if (event.pointerType === 'touch' && drag.how === 'click') return;
    event.preventDefault();
    scroller.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    if (!drag) return hover(view, event);
    hasMoved ||= Math.hypot(event.clientX - start[0], event.clientY - start[1]) >= still_px;
    if (hasMoved) go(view, drag, event);
    if (drag.how === 'pan') drag = { how: 'pan', x: event.clientX, y: event.clientY };
  };
  const up = (event: PointerEvent): void => {
    const ended = drag;
    drag = null;
    if (!ended) return;
    if (!hasMoved) {
      view.drop(false);
      if (ended.how !== 'pan') click(view, event);
    } else if (ended.how === 'text') view.selected();
    else if (ended.how !== 'click' && ended.how !== 'pan') view.drop(true);
  };
  const cancel = (): void => {
    drag = null;
    view.drop(false);
  };

  scroller.addEventListener('pointerdown', down, { signal });
  scroller.addEventListener('pointermove', move, { signal });
  scroller.addEventListener('pointerup', up, { signal });
  scroller.addEventListener('pointercancel', cancel, { signal });
  scroller.addEventListener('pointerleave', () => session.set({ hover: null }), { signal });
  scroller.addEventListener('dblclick', (event) => takeWord(view, event), { signal });
  scroller.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  scroller.addEventListener('scroll', () => view.scrolled(), { signal, passive: true });
  scroller.addEventListener('focus', () => session.set({ field: view.place.field }), { signal });
  scroller.addEventListener('wheel', (event) => wheel(view, event), { signal, passive: false });
  scroller.addEventListener('copy', (event) => copy(view, event), { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !drag) return;
      event.stopPropagation();
      cancel();
    },
    { signal, capture: true },
  );
  return () => stop.abort();
}

const onScrollbar = (event: PointerEvent, scroller: HTMLElement): boolean => {
  const { left, top } = scroller.getBoundingClientRect();
  return event.clientX > left + scroller.clientWidth || event.clientY > top + scroller.clientHeight;
};

function begin(view: PagesView, event: PointerEvent): Drag {
  if (event.button === 1) return { how: 'pan', x: event.clientX, y: event.clientY };
  const { tool, relating } = view.place.session.state;
  const at = view.reader.toColumn(event);
  if (relating || tool === 'order' || tool === 'table') return { how: 'click' };
  const held = view.heldBox;
  if (held) {
    const rect = view.painter.rectOf(held);
    const box = held.region.geometry as PageBox;
    const handle = handles.find((one) => isNear(handleAt(rect, one), at));
    const { turn } = view.source.pages[held.page]!;
    if (handle) return { how: 'resize', box, id: held.id, handle: unturned(handle, turn) };
    const inside = isInside(rect, at);
    const { page, at: from } = view.reader.layout.locate(...at);
    const isGrip = tool !== 'box' && (isOnEdge(rect, at) || !view.isOverText(page, from));
    if (inside && (event.altKey || isGrip)) return { how: 'move', box, id: held.id, from };
  }
  const { page, at: from } = view.reader.layout.locate(...at);
  if (tool === 'box' && view.marker.canMark) return { how: 'draw', page, from };
  if (view.isOverText(page, from)) {
    view.startText(page, from, event.shiftKey);
    return { how: 'text' };
  }
  return { how: 'click' };
}

function go(view: PagesView, drag: Drag, event: PointerEvent): void {
  const { reader, source } = view;
  const at = reader.toColumn(event);
  if (drag.how === 'pan') {
    reader.scroller.scrollLeft -= event.clientX - drag.x;
    reader.scroller.scrollTop -= event.clientY - drag.y;
  } else if (drag.how === 'text') {
    const { page, at: to } = reader.layout.locate(...at);
    view.extendText(page, to);
  } else if (drag.how === 'draw') {
    const to = reader.layout.onPage(drag.page, ...at);
    view.sketchBox(null, drawn(drag.page, source.pages[drag.page]!, drag.from, to));
  } else if (drag.how !== 'click') {
    const { page } = drag.box;
    const to = reader.layout.onPage(page, ...at);
    const next =
      drag.how === 'resize'
        ? resized(drag.box, source.pages[page]!, drag.handle, to)
        : moved(drag.box, source.pages[page]!, [to[0] - drag.from[0], to[1] - drag.from[1]]);
    view.sketchBox(drag.id, next);
  }
}

/** The innermost mark first; again at the same place, the next one outwards. */
function click(view: PagesView, event: PointerEvent): void {
  const { session } = view.place;
  const at = view.reader.toColumn(event);
  const marks = view.painter.at(at);
  const ids = marks.map(({ id }) => id);
  if (session.state.relating) {
    if (ids[0] && !session.relateTo(ids[0])) view.notify('annotate.relation.none');
    return;
  }
  if (session.state.tool === 'table' && cutTable(view, marks, at, event.shiftKey)) return;
  if (session.state.tool === 'order') {
    const box = marks.find((mark) => view.marker.number(mark.id));
    if (box) session.select([box.id]);
    else if (ids.length) view.notify('pages.no_order');
    return;
  }
  if (!ids.length) {
    session.select([]);
    view.placeCaret(at);
    return;
  }
  const last = session.state.selection.at(-1);
  const next = ids[(ids.indexOf(last ?? '') + 1) % ids.length]!;
  if (event.shiftKey && last !== undefined) {
    const rest = session.state.selection.filter((id) => id !== next);
    session.select(rest.length === session.state.selection.length ? [...rest, next] : rest);
  } else session.select([next]);
}

/** A click in a table cuts a column, with Shift a row; on a line it takes the line away. */
function cutTable(view: PagesView, marks: PageMark[], at: Point, isRow: boolean): boolean {
  const { session, document, ontology } = view.place;
  const table = marks.find(({ region }) => isTable(region, ontology));
  if (!table || !session.editable([table.id]).length || !isPageBox(table.region.geometry))
    return false;
  const [x0, y0, x1, y1] = boundsOf(table.region.geometry);
  const [x, y] = view.reader.layout.onPage(table.page, ...at);
  const axis = isRow ? 'rows' : 'columns';
  const [share, size] = isRow ? [(y - y0) / (y1 - y0), y1 - y0] : [(x - x0) / (x1 - x0), x1 - x0];
  const near = near_px / 2 / (size * view.reader.zoom);
  document.editRegion(table.id, { attributes: toggled(table.region, axis, share, near) });
  session.select([table.id]);
  return true;
}

function takeWord(view: PagesView, event: MouseEvent): void {
  const { page, at } = view.reader.layout.locate(...view.reader.toColumn(event));
  const words = view.source.known(page);
  if (view.place.session.state.tool !== 'select' || !words?.covers(at)) return;
  const offset = words.offsetAt(at);
  if (offset === null) return;
  view.text.set(wordAt(words, page, offset));
  view.selected();
}

function hover(view: PagesView, event: PointerEvent): void {
  if (event.pointerType === 'touch') return;
  const { session } = view.place;
  const at = view.reader.toColumn(event);
  session.set({ hover: view.painter.at(at)[0]?.id ?? null });
  view.reader.scroller.style.cursor = cursor(view, at);
}

function cursor(view: PagesView, at: Point): string {
  const { tool, hover } = view.place.session.state;
  const held = view.heldBox;
  if (held && tool !== 'order' && tool !== 'table') {
    const rect = view.painter.rectOf(held);
    const handle = handles.find((one) => isNear(handleAt(rect, one), at));
    if (handle) return cursors[handle];
    if (tool !== 'box' && isOnEdge(rect, at)) return 'move';
  }
  if (tool === 'box') return 'crosshair';
  if (tool === 'table') return 'col-resize';
  if (tool === 'order') return hover ? 'pointer' : 'default';
  const { page, at: point } = view.reader.layout.locate(...at);
  if (view.isOverText(page, point)) return 'text';
  return hover ? 'pointer' : 'default';
}

const cursors = {
  nw: 'nwse-resize',
  se: 'nwse-resize',
  ne: 'nesw-resize',
  sw: 'nesw-resize',
  n: 'ns-resize',
  s: 'ns-resize',
  w: 'ew-resize',
  e: 'ew-resize',
} as const;

function wheel(view: PagesView, event: WheelEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
  view.reader.zoomTo(view.reader.zoom * Math.exp(-event.deltaY * unit * 0.0022), event);
}

function copy(view: PagesView, event: ClipboardEvent): void {
  const words = view.selectedWords;
  if (!words || !event.clipboardData) return;
  event.clipboardData.setData('text/plain', words);
  event.preventDefault();
}

const isNear = ([x, y]: Point, at: Point): boolean =>
  Math.abs(x - at[0]) <= near_px && Math.abs(y - at[1]) <= near_px;
const isInside = ({ left, top, width, height }: Rect, [x, y]: Point): boolean =>
  x >= left - 4 && x <= left + width + 4 && y >= top - 4 && y <= top + height + 4;
const isOnEdge = (rect: Rect, [x, y]: Point): boolean =>
  isInside(rect, [x, y]) &&
  (Math.abs(x - rect.left) <= 5 ||
    Math.abs(x - rect.left - rect.width) <= 5 ||
    Math.abs(y - rect.top) <= 5 ||
    Math.abs(y - rect.top - rect.height) <= 5);
