/** What the keys do in a dialogue: turn to turn, stars, the caret, the ends of spans. */
import { proseSettings } from '../prose/settings';
import { snap, step } from '../prose/words';
import type { TurnActs } from './turnBox';
import type { DialogueView } from './view';

/** To another turn, or something done to the one in focus; false where it is not for us. */
export function actOnTurn(view: DialogueView, name: string): boolean {
  if (name.startsWith('rate')) return rate(view, name.slice(4));
  if (name === 'fold') {
    view.fold();
    return true;
  }
  // Inside a text the arrows are the caret's.
  if ((name === 'next' || name === 'previous') && view.isWriting) return false;
  const { current } = view;
  const to = {
    next: current + 1,
    previous: current - 1,
    first: 0,
    last: view.turns.length - 1,
    nextMarked: marked(view, 1),
    previousMarked: marked(view, -1),
  }[name];
  if (to === undefined || to === null) return false;
  view.focusTurn(to);
  return true;
}
function marked(view: DialogueView, by: 1 | -1): number | null {
  const turns = view.markedTurns.sort((a, b) => (a - b) * by);
  return turns.find((turn) => (turn - view.current) * by > 0) ?? null;
}
function rate(view: DialogueView, how: string): boolean {
  const { current } = view;
  const [stars] = view.list.boxes.get(current)?.stars ?? [];
  if (!stars) return false;
  const { points, value } = stars;
  const at = points.indexOf(value ?? NaN);
  const wanted =
    how === 'Up'
      ? points[Math.min(points.length - 1, at + 1)]
      : how === 'Down'
        ? points[Math.max(0, at - 1)]
        : points.find((point) => point === Number(how));
  if (wanted === undefined) return false;
  if (wanted !== value || /\d/.test(how)) view.marker.rate(current, stars, wanted);
  view.focusTurn(current, false);
  return true;
}

export function moveCaret(view: DialogueView, name: string): boolean {
  const { caret, current } = view;
  if (!caret || view.turns[current]?.text === '') return false;
  const extend = name.startsWith('extend');
  const move = extend ? name.charAt(6).toLowerCase() + name.slice(7) : name;
  const before = caret.offset;
  const moved = caret.move(move, extend, () => 0);
  // Past the last row of a turn, the next turn.
  const stuck = before !== null && before === caret.offset && !extend;
  if (stuck && (move === 'up' || move === 'down')) {
    view.focusTurn(current + (move === 'up' ? -1 : 1));
    view.caret?.put(0);
  }
  return moved;
}

/** `startBack`, `startOn`, `endBack`, `endOn`: an end of the selected span moves a step. */
export function moveEnd(view: DialogueView, name: string): boolean {
  const id = view.place.session.state.selection.at(-1);
  const mark = view.painter.marks.find((one) => one.id === id);
  const text = mark && view.turns[mark.turn]?.text;
  if (!mark || text === undefined) return false;
  const by = name.endsWith('Back') ? -1 : 1;
  const moved = (at: number): number => step(text, at, by, proseSettings().grain);
  const { turn, from, to } = mark;
  const next = name.startsWith('start') ? { from: moved(from), to } : { from, to: moved(to) };
  view.marker.reshape(mark.id, { turn, ...next });
  return true;
}

/** What the pointer does to a turn: dragging the ends of spans, stars, labels. */
export function turnActs(view: DialogueView): TurnActs {
  return {
    drag: (id, stretch) => {
      view.preview = { id, turn: view.current, ...stretch };
      view.painter.refresh();
    },
    drop: () => {
      const done = view.preview;
      view.preview = null;
      if (done) view.marker.reshape(done.id, done);
      view.painter.refresh();
    },
    cancel: () => {
      view.preview = null;
      view.painter.refresh();
    },
    rate: (turn, stars, points) => {
      view.marker.rate(turn, stars, points);
      view.focusTurn(turn, false);
    },
    select: (id) => {
      const { geometry } = view.place.document.region(id) ?? {};
      if (geometry && 'turn' in geometry) view.focusTurn(geometry.turn ?? 0, false, [id]);
    },
    snap: (text, stretch) => snap(text, stretch, proseSettings().grain),
  };
}
