/** The commands that mean the same on every surface; surfaces and pages run these last. */
import { isGhost, isSuggested } from './region';
import type { Session } from './session';

type Act = (session: Session) => boolean;

/** Runs over the selection, or says there is nothing to do. */
const onSelection =
  (act: (session: Session, ids: string[]) => void): Act =>
  (session) => {
    const ids = session.editable(session.state.selection);
    if (!ids.length) return false;
    act(session, ids);
    return true;
  };

/** Only what a person has not vouched for yet. */
const onSuggestions =
  (act: (session: Session, ids: string[]) => void): Act =>
  (session) => {
    const selected = session.selected.filter(isSuggested).map(({ id }) => id);
    const ids = session.editable(selected);
    if (!ids.length) return false;
    act(session, ids);
    return true;
  };

const acts: { readonly [command: string]: Act } = {
  'edit.undo': ({ document }) => {
    if (!document.canUndo) return false;
    document.undo();
    return true;
  },
  'edit.redo': ({ document }) => {
    if (!document.canRedo) return false;
    document.redo();
    return true;
  },
  'edit.delete': onSelection(({ document }, ids) => document.removeRegions(...ids)),
  'edit.deselect': (session) => {
    if (session.state.relating) session.set({ relating: null });
    else if (session.state.selection.length) session.select([]);
    else return false;
    return true;
  },
  'region.accept': onSuggestions(({ document }, ids) => document.confirm(...ids)),
  'region.reject': onSuggestions(({ document }, ids) => document.removeRegions(...ids)),
  'region.acceptAll': (session) => {
    const all = session.document.regions().filter((one) => isSuggested(one) && !isGhost(one));
    const ids = session.editable(all.map(({ id }) => id));
    if (!ids.length) return false;
    session.document.confirm(...ids);
    return true;
  },
  'region.front': onSelection(({ document }, ids) => document.raise(...ids)),
  'region.back': onSelection(({ document }, ids) => document.lower(...ids)),
  'region.hide': (session) => toggle(session, 'hidden'),
  'region.lock': (session) => toggle(session, 'locked'),
  'region.hideOthers': (session) => {
    const { hidden, selection } = session.state;
    // A second press shows everything again; so does a press with nothing selected.
    const others = session.document.regions().filter(({ id }) => !selection.includes(id));
    const isAlone = others.every(({ id }) => hidden.has(id));
    const next = selection.length && !isAlone ? others.map(({ id }) => id) : [];
    session.set({ hidden: new Set(next) });
    return true;
  },
  'region.relate': (session) => {
    const from = session.editable(session.state.selection).at(-1);
    if (from === undefined) return false;
    session.set({ relating: { from, type: null } });
    return true;
  },
};

function toggle(session: Session, which: 'hidden' | 'locked'): boolean {
  if (!session.state.selection.length) return false;
  session.toggle(which, session.state.selection);
  return true;
}

/** Carries a command out, or says false: none of these, or nothing to do it to. */
export const act = (command: string, session: Session): boolean =>
  acts[command]?.(session) ?? false;
