/** What each command of the keymap does in space. False lets the key fall through to the page. */
import { isSuggested } from '../../core/region';
import { carryOn, followAll, placeNew, propose, refit } from './acts';
import type { ColourBy } from './cast';
import { colourings } from './colourings';
import { level } from './ground';
import type { SpaceView } from './view';

type Run = (view: SpaceView) => boolean;
const done =
  (act: (view: SpaceView) => unknown): Run =>
  (view) => {
    act(view);
    return true;
  };
const selected =
  (act: (view: SpaceView) => unknown): Run =>
  (view) => {
    if (!view.scenery.selected(view.store.state.frame)) return false;
    act(view);
    return true;
  };
const steps =
  (by: 1 | -1): Run =>
  (view) =>
    view.goTo(view.store.state.frame + by);

const sized = (factor: number): Run =>
  done(({ store, tool }) => {
    if (tool === 'brush')
      store.set({ brush: Math.min(5, Math.max(0.05, store.state.brush * factor)) });
    else
      store.set({ size: Math.min(8, Math.max(1, store.state.size + (factor > 1 ? 0.5 : -0.5))) });
  });

/** Through the objects of the frame; past the last one nothing is selected and Tab moves on. */
function step(view: SpaceView, by: 1 | -1): boolean {
  const { session } = view.place;
  const ids = view.scenery.seen(view.store.state.frame).map(({ region }) => region.id);
  const at = ids.indexOf(session.state.selection.at(-1) ?? '');
  const next = ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : at + by];
  session.select(next === undefined ? [] : [next]);
  if (next !== undefined) view.reveal(next);
  return next !== undefined;
}
function zoom(view: SpaceView, factor: number): void {
  const [scene] = view.panes();
  if (!scene) return;
  const { x, y, width, height } = scene.rect;
  const ground = view.cloud?.ground ?? level(0);
  view.look((eyes) => eyes.zoom(scene, [x + width / 2, y + height / 2], factor, ground));
}

const commands: { readonly [id: string]: Run } = {
  'edit.deselect': (view) => {
    if (view.cancel()) return true;
    const { session } = view.place;
    if (view.store.state.mode === 'grid' && !session.state.relating) {
      view.store.set({ mode: 'scene' });
      return true;
    }
    if (session.state.selection.length || session.state.relating || view.tool === 'select')
      return false;
    session.set({ tool: 'select' });
    return true;
  },
  'edit.selectAll': (view) => {
    const { frame } = view.store.state;
    view.place.session.select(view.scenery.seen(frame).map(({ region }) => region.id));
    return true;
  },
  'region.next': (view) => step(view, 1),
  'region.previous': (view) => step(view, -1),
  'space.new': placeNew,
  'space.fitting': (view) => {
    const isThere = view.scenery.selected(view.store.state.frame) !== null;
    if (isThere) void refit(view);
    else if (view.tools.includes('fit')) view.place.session.set({ tool: 'fit' });
    return isThere || view.tools.includes('fit');
  },
  'space.confirm': (view) => {
    const { frame } = view.store.state;
    const seen = view.scenery.selected(frame);
    return seen !== null && view.editor.confirm(seen.region, frame);
  },
  'space.key': (view) => {
    const { frame } = view.store.state;
    const seen = view.scenery.selected(frame);
    return seen !== null && view.editor.toggleKey(seen.region, frame);
  },
  'space.end': (view) => {
    const region = view.lastSelected;
    return region !== null && view.editor.toggleEnd(region, view.store.state.frame);
  },
  'space.propose': done((view) => void propose(view)),
  'space.carryOn': selected((view) => void carryOn(view, 1)),
  'space.carryBack': selected((view) => void carryOn(view, -1)),
  'space.followAll': selected((view) => void followAll(view)),
  'space.nextFrame': steps(1),
  'space.previousFrame': steps(-1),
  'space.firstFrame': (view) => view.goTo(0),
  'space.lastFrame': (view) => view.goTo(view.source.facts.frames - 1),
  'space.grid': (view) => {
    if (view.source.facts.frames < 2) return false;
    const isGrid = view.store.state.mode === 'grid';
    if (!isGrid && !view.lastSelected) return false;
    view.store.set({ mode: isGrid ? 'scene' : 'grid' });
    return true;
  },
  'space.home': done((view) => view.look(() => view.eyes.home())),
  'space.focus': selected((view) => view.focusSelected()),
  'space.above': done((view) =>
    view.look(({ orbit }) => (view.eyes.orbit = { ...orbit, azimuth: 0, elevation: 1.569 })),
  ),
  'space.behind': done((view) =>
    view.look(({ orbit }) => (view.eyes.orbit = { ...orbit, azimuth: 0, elevation: 0.35 })),
  ),
  'space.in': done((view) => zoom(view, 1.25)),
  'space.out': done((view) => zoom(view, 0.8)),
  'space.colour': done((view) => {
    const known: readonly ColourBy[] = colourings(view.source.facts);
    const at = known.indexOf(view.store.state.colourBy);
    view.store.set({ colourBy: known[(at + 1) % known.length]! });
  }),
  'space.ground': done(({ store }) => store.set({ hidesGround: !store.state.hidesGround })),
  'space.larger': sized(1.25),
  'space.smaller': sized(0.8),
  'space.camera': (view) => {
    const { length } = view.source.facts.cameras;
    if (length < 2) return false;
    view.store.set({ camera: (view.store.state.camera + 1) % length, follows: false });
    return true;
  },
};
/** Letters that also accept or skip: they move only what a person has vouched for. */
const letters = new Set(['space.left', 'space.right', 'space.forward', 'space.backward']);

export function runCommand(view: SpaceView, command: string): boolean {
  const seen = view.scenery.selected(view.store.state.frame);
  if (seen && isSuggested(seen.region) && letters.has(command)) return false;
  if (view.nudger.run(command)) return true;
  view.nudger.end();
  const tool = command.startsWith('space.') ? command.slice(6) : '';
  if (view.tools.includes(tool)) {
    view.cancel();
    view.place.session.set({ tool });
    return true;
  }
  return commands[command]?.(view) ?? false;
}
