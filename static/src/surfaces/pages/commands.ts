/** What each key does on a document: tools, caret, boxes, pages and zoom. */
import type { PageBox, Point } from '../../core/region';
import { proseSettings, setProse } from '../prose/settings';
import { snap, step } from '../prose/words';
import { grown, isPageBox, moved } from './boxes';
import { isPageSpan } from './marks';
import { pagesSettings, setPages } from './settings';
import { isTable, nextShare, toggled, type Axis } from './tables';
import type { Move } from './textSelection';
import type { PagesView } from './view';

type Act = (view: PagesView) => boolean;

const tool =
  (id: string): Act =>
  (view) => {
    const { session } = view.place;
    const isUseful =
      id === 'select' ||
      (view.marker.canMark &&
        view.marker.makes('page_box') &&
        (id !== 'order' || view.marker.asksOrder));
    if (isUseful) session.set({ tool: session.state.tool === id ? 'select' : id });
    return isUseful;
  };

/** Arrows move what is selected; with no box selected they move the caret. */
const arrow =
  (way: Move, delta: Point): Act =>
  (view) =>
    nudge(view, (box, at) => moved(box, at, delta)) || moveCaret(view, way, false);
const extending =
  (way: Move, delta: Point): Act =>
  (view) =>
    nudge(view, (box, at) => grown(box, at, ...delta)) || moveCaret(view, way, true);
const caret =
  (way: Move, isExtending = false): Act =>
  (view) =>
    moveCaret(view, way, isExtending);

const acts: { readonly [command: string]: Act } = {
  'pages.select': tool('select'),
  'pages.box': tool('box'),
  'pages.order': tool('order'),
  'pages.table': tool('table'),
  'pages.number': number,
  'pages.new': newBox,
  'pages.moveLeft': arrow('left', [-1, 0]),
  'pages.moveRight': arrow('right', [1, 0]),
  'pages.moveUp': arrow('up', [0, -1]),
  'pages.moveDown': arrow('down', [0, 1]),
  'pages.moveFarLeft': (view) =>
    nudge(view, (box, at) => moved(box, at, [-10, 0])) || moveCaret(view, 'wordLeft', false),
  'pages.moveFarRight': (view) =>
    nudge(view, (box, at) => moved(box, at, [10, 0])) || moveCaret(view, 'wordRight', false),
  'pages.moveFarUp': (view) => nudge(view, (box, at) => moved(box, at, [0, -10])),
  'pages.moveFarDown': (view) => nudge(view, (box, at) => moved(box, at, [0, 10])),
  'pages.moveHome': caret('home'),
  'pages.moveEnd': caret('end'),
  'pages.extendLeft': extending('left', [-1, 0]),
  'pages.extendRight': extending('right', [1, 0]),
  'pages.extendUp': extending('up', [0, -1]),
  'pages.extendDown': extending('down', [0, 1]),
  'pages.extendFarLeft': (view) =>
    nudge(view, (box, at) => grown(box, at, -10, 0)) || moveCaret(view, 'wordLeft', true),
  'pages.extendFarRight': (view) =>
    nudge(view, (box, at) => grown(box, at, 10, 0)) || moveCaret(view, 'wordRight', true),
  'pages.extendFarUp': (view) => nudge(view, (box, at) => grown(box, at, 0, -10)),
  'pages.extendFarDown': (view) => nudge(view, (box, at) => grown(box, at, 0, 10)),
  'pages.extendHome': caret('home', true),
  'pages.extendEnd': caret('end', true),
  'pages.endBack': (view) => moveEnd(view, 'end', -1),
  'pages.endOn': (view) => moveEnd(view, 'end', 1),
  'pages.startBack': (view) => moveEnd(view, 'start', -1),
  'pages.startOn': (view) => moveEnd(view, 'start', 1),
  'pages.addColumn': (view) => cutTable(view, 'columns'),
  'pages.addRow': (view) => cutTable(view, 'rows'),
  'pages.next': (view) => turnPage(view, 1),
  'pages.previous': (view) => turnPage(view, -1),
  'pages.first': (view) => goTo(view, 0),
  'pages.last': (view) => goTo(view, view.source.pages.length - 1),
  'pages.zoomIn': (view) => zoom(view, 1.25),
  'pages.zoomOut': (view) => zoom(view, 1 / 1.25),
  'pages.actual': (view) => zoom(view, 96 / 72 / view.reader.zoom),
  'pages.fitWidth': (view) => fit(view, 'width'),
  'pages.fitPage': (view) => fit(view, 'page'),
  'pages.snap': (view) => {
    const grain = proseSettings().grain === 'word' ? 'character' : 'word';
    setProse({ grain });
    view.notify(`annotate.prose.grain_${grain}`);
    return true;
  },
  'pages.chips': () => {
    setProse({ chips: !proseSettings().chips });
    return true;
  },
  'pages.thumbs': () => {
    setPages({ thumbs: !pagesSettings().thumbs });
    return true;
  },
  'pages.read': () => {
    setPages({ reads: !pagesSettings().reads });
    return true;
  },
  'text.mark': (view) => view.mark(),
  'edit.copy': copy,
  'edit.deselect': deselect,
};

/** Carries a command out, or says false: not mine, or nothing to do it to. */
export const runCommand = (view: PagesView, command: string): boolean =>
  acts[command]?.(view) ?? false;

/** A held key is one undo step: it ends with the key. */
let held: AbortController | null = null;

function nudge(
  view: PagesView,
  change: (box: PageBox, page: { width: number; height: number; turn: 0 }) => PageBox,
): boolean {
  const { session, document } = view.place;
  const boxes = session.selected.filter(({ geometry }) => isPageBox(geometry));
  const ids = session.editable(boxes.map(({ id }) => id));
  if (!ids.length) return boxes.length > 0;
  if (!held) {
    document.begin();
    held = new AbortController();
    const end = (): void => {
      held?.abort();
      held = null;
      document.commit();
    };
    window.addEventListener('keyup', end, { signal: held.signal });
    window.addEventListener('blur', end, { signal: held.signal });
  }
  for (const { id, geometry } of boxes.filter((region) => ids.includes(region.id))) {
    const box = geometry as PageBox;
    const { width, height } = view.source.pages[box.page]!;
    document.editRegion(id, { geometry: change(box, { width, height, turn: 0 }) });
  }
  return true;
}

/** In the middle of what is seen of the page, a fifth of its width; arrows do the rest. */
function newBox(view: PagesView): boolean {
  if (!view.marker.canMark || !view.marker.makes('page_box')) return false;
  const { scroller, layout } = view.reader;
  const middle = layout.locate(
    scroller.scrollLeft + scroller.clientWidth / 2,
    scroller.scrollTop + scroller.clientHeight / 2,
  );
  const page = view.source.pages[middle.page]!;
  const [width, height] = [page.width / 5, page.width / 12];
  const box = {
    page: middle.page,
    x: Math.round(Math.max(0, Math.min(page.width - width, middle.at[0] - width / 2))),
    y: Math.round(Math.max(0, Math.min(page.height - height, middle.at[1] - height / 2))),
    width: Math.round(width),
    height: Math.round(height),
  };
  const region = view.marker.createBox(box);
  if (region) view.place.session.select([region.id]);
  return region !== null;
}

function moveCaret(view: PagesView, way: Move, isExtending: boolean): boolean {
  if (!view.marker.canMark) return false;
  if (!view.text.focus && !startCaret(view)) return false;
  const { page } = view.text.focus!;
  const words = view.source.known(page);
  if (!words) return false;
  view.text.move(way, isExtending, words);
  if (view.text.stretch && view.place.session.state.selection.length) view.place.session.select([]);
  const bounds = words.caret(view.text.focus!.offset);
  if (bounds) view.reader.reveal(page, bounds);
  view.painter.refresh();
  return true;
}
/** At the selected span, else at the first words in sight. */
function startCaret(view: PagesView): boolean {
  const span = view.place.session.selected.find(({ geometry }) => isPageSpan(geometry))?.geometry;
  if (span && isPageSpan(span)) {
    const offset = view.source.known(span.page)?.offsets.toUnit(span.start);
    if (offset === undefined) return false;
    view.text.start({ page: span.page, offset });
    return true;
  }
  const { scroller, layout } = view.reader;
  const { page } = layout.locate(0, scroller.scrollTop + scroller.clientHeight / 3);
  const words = view.source.known(page);
  const top = layout.onPage(page, layout.rect(page).left, scroller.scrollTop + 60);
  const offset = words?.offsetAt(top);
  if (offset === null || offset === undefined) return false;
  view.text.start({ page, offset });
  return true;
}
/** An end of the selected span moves a word or a character. */
function moveEnd(view: PagesView, end: 'start' | 'end', by: 1 | -1): boolean {
  const region = view.place.session.selected.at(-1);
  if (!region || !isPageSpan(region.geometry)) return false;
  const { page, start, end: last } = region.geometry;
  const words = view.source.known(page);
  if (!words) return false;
  const from = words.offsets.toUnit(start);
  const to = words.offsets.toUnit(last);
  const next = step(words.text, end === 'start' ? from : to, by, proseSettings().grain);
  view.marker.reshapeSpan(
    region.id,
    {
      page,
      ...snap(words.text, end === 'start' ? { from: next, to } : { from, to: next }, 'character'),
    },
    words,
  );
  return true;
}

function cutTable(view: PagesView, axis: Axis): boolean {
  const { session, document, ontology } = view.place;
  const region = session.selected.at(-1);
  if (!region || !isTable(region, ontology) || !session.editable([region.id]).length) return false;
  const attributes = toggled(region, axis, nextShare(region, axis), 0.001);
  document.editRegion(region.id, { attributes });
  return true;
}

/** Numbers the selected box: the reading order without a mouse. */
function number(view: PagesView): boolean {
  const id = view.place.session.state.selection.at(-1);
  if (id === undefined || !view.marker.asksOrder) return false;
  if (!view.marker.number(id)) view.notify('pages.no_order');
  return true;
}
function turnPage(view: PagesView, by: 1 | -1): boolean {
  return goTo(view, view.page + by);
}
function goTo(view: PagesView, page: number): boolean {
  view.reader.goTo(page);
  return true;
}
function zoom(view: PagesView, factor: number): boolean {
  view.reader.zoomTo(view.reader.zoom * factor);
  return true;
}
function fit(view: PagesView, how: 'width' | 'page'): boolean {
  view.reader.zoomFit(how);
  return true;
}
function copy(view: PagesView): boolean {
  const words = view.selectedWords;
  if (!words) return false;
  void navigator.clipboard?.writeText(words).catch(() => undefined);
  return true;
}
/** Step by step: the text, the selection, the tool, the class. */
function deselect(view: PagesView): boolean {
  const { session } = view.place;
  if (session.state.relating) return false;
  if (view.letGo() && !session.state.selection.length) return true;
  if (session.state.selection.length) return false;
  if (session.state.tool !== 'select') session.set({ tool: 'select' });
  else if (view.marker.chosen('span') ?? view.marker.chosen('page_box'))
    session.set({ label: null, class: null });
  else return false;
  return true;
}
