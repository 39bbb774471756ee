/** What each command of the keymap does on a plane. False lets the key fall through to the page. */
import type { PlaneKind } from '../../core/geometry';
import type { View } from '../surface';
import { copy, duplicate, paste } from './clipboard';
import { carryOut } from './effects';
import { labelFor } from './kinds';
import { seed } from './seeds';
import type { PlaneView } from './view';

type Run = (view: PlaneView) => boolean;
const done = (act: (view: PlaneView) => void): Run => {
  return (view) => {
    act(view);
    return true;
  };
};

/** Diameters grow by a fifth, so that few presses go a long way. */
const brush = (factor: number): Run =>
  done(({ place: { session } }) => {
    const width = Math.round(session.state.brush * factor);
    const atLeast = factor > 1 ? session.state.brush + 1 : 1;
    session.set({ brush: Math.max(1, Math.min(512, Math.max(atLeast, width))) });
  });

const commands: { readonly [id: string]: Run } = {
  'task.submit': ({ desk }) => desk.say('finish'),
  'edit.delete': ({ desk }) => desk.say('back'),
  'edit.deselect': (view) => {
    if (view.desk.say('cancel')) return true;
    const { session } = view.place;
    const isDrawing = !session.state.selection.length && !session.state.relating;
    if (!isDrawing || session.state.tool === 'select') return false;
    session.set({ tool: 'select' });
    return true;
  },
  'edit.undo': ({ desk }) => desk.say('back'),
  'edit.copy': ({ place }) => copy(place),
  'edit.paste': (view) => paste(view.place, view.image, view.sight.slack * 2),
  'edit.duplicate': (view) => duplicate(view.place, view.image, view.sight.slack * 2),
  'edit.selectAll': (view) => {
    view.place.session.select(view.scene.entries.map(({ region }) => region.id));
    return true;
  },
  'region.next': (view) => step(view, 1),
  'region.previous': (view) => step(view, -1),
  'region.new': create,
  'tool.smaller': brush(1 / 1.2),
  'tool.larger': brush(1.2),
  'tool.snap': done(({ place: { session } }) => session.set({ snap: !session.state.snap })),
  'view.fit': done((view) => view.fit()),
  'view.actual': done((view) => view.zoomTo(1)),
  'view.in': done((view) => view.zoomBy(1.25)),
  'view.out': done((view) => view.zoomBy(0.8)),
  'view.selection': (view) => view.fitSelection(),
};

/** Through the regions in drawing order; past the last one nothing is selected and Tab moves on. */
function step(view: PlaneView, by: 1 | -1): boolean {
  const { session } = view.place;
  const ids = view.scene.entries.map(({ region }) => region.id);
  const at = ids.indexOf(session.state.selection.at(-1) ?? '');
  const next = ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : at + by];
  session.select(next === undefined ? [] : [next]);
  if (next === undefined) return false;
  view.reveal(next);
  return true;
}

/** A shape of the active label (or of the field's first) in the middle of the view. */
function create(view: PlaneView): boolean {
  const { place, desk } = view;
  const kinds = [desk.tool.makes, ...view.tools.map((id) => desk.tools.get(id)?.makes ?? null)];
  const kind = kinds.find((item) => item && labelFor(place, item)) as PlaneKind | undefined;
  if (!kind || place.session.state.readonly) return false;
  const geometry = seed(kind, view.centre, view.seedSize, view.sight.skeleton, view.image);
  carryOut(place, [{ do: 'create', kind, geometry }]);
  return true;
}

export function runCommand(view: PlaneView, command: string): ReturnType<View['run']> {
  if (view.nudger.run(command)) return true;
  view.nudger.end();
  const tool = command.startsWith('tool.') ? command.slice(5) : '';
  if (view.tools.includes(tool)) {
    view.desk.say('cancel');
    view.place.session.set({ tool });
    return true;
  }
  return commands[command]?.(view) ?? false;
}
