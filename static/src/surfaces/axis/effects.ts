/** Does to the document what a gesture or a key asks for; each call is one step to undo. */
import type { Region } from '../../core/region';
import type { Effect } from './gesture';
import { isRange, type RangeRegion, type Stretch } from './ranges';
import { laneKey, type Lane } from './lanes';
import { tidy } from './times';
import type { AxisView } from './view';

export const geometryOf = ({ start, end }: Stretch) => ({ start: tidy(start), end: tidy(end) });

export function carryOut(view: AxisView, effects: readonly Effect[]): void {
  const { document, session } = view.place;
  for (const effect of effects) {
    if (effect.do === 'create') create(view, effect.stretch, effect.lane);
    else if (effect.do === 'select') select(view, effect.ids);
    else if (effect.do === 'seek') view.seek(effect.time);
    else if (effect.do === 'open') view.open(effect.id);
    else
      document.transact(() => {
        for (const { id, ...stretch } of effect.shapes)
          if (session.editable([id]).length) reshape(view, id, stretch);
      });
  }
}

/** Gives a range another place, and what hangs on its time with it. */
export function reshape(view: AxisView, id: string, stretch: Stretch): void {
  const region = view.place.document.region(id);
  if (!region || !isRange(region)) return;
  const geometry = geometryOf(stretch);
  view.place.document.editRegion(id, { ...view.reshapeContent(region, geometry), geometry });
}

function select(view: AxisView, ids: readonly string[]): void {
  const { session } = view.place;
  const [target] = ids;
  if (!session.state.relating || target === undefined) return session.select(ids);
  if (!session.relateTo(target)) view.notify('annotate.relation.none');
}

/** A region of a lane is what the lane says; over the medium it is what was chosen last. */
export function create(view: AxisView, stretch: Stretch, lane: Lane | null): Region | null {
  const { session, document, field } = view.place;
  const label = lane?.label ?? view.labelToDraw;
  if (label === null || session.state.readonly) return null;
  const made = session.newRegion(label, field, geometryOf(stretch));
  const region: Region = {
    ...made,
    class: lane?.class ?? made.class,
    attributes:
      lane?.value && view.by ? { ...made.attributes, [view.by]: lane.value } : made.attributes,
  };
  document.putRegions(region);
  session.select([region.id]);
  return region;
}

/** At the cursor, or at a time inside the regions under it; the second part is selected. */
export function splitAt(view: AxisView, time: number): boolean {
  const { document, session } = view.place;
  const chosen = session.selected.filter(isRange);
  const holds = ({ geometry }: RangeRegion) => geometry.start < time && geometry.end > time;
  const region = chosen.find(holds) ?? view.ranges.find(holds);
  const { shortest } = view.limits;
  if (!region || !session.editable([region.id]).length) return false;
  const { start, end } = region.geometry;
  if (time - start < shortest || end - time < shortest) return false;
  const [first, second] = view.splitContent(region, time);
  const added = session.newRegion(region.label, region.on, geometryOf({ start: time, end }));
  document.transact(() => {
    document.editRegion(region.id, { ...first, geometry: geometryOf({ start, end: time }) });
    const { class: of, attributes, origin } = document.region(region.id)!;
    document.putRegions({ ...added, class: of, attributes, origin, ...second });
  });
  session.select([added.id]);
  return true;
}

/** The next of its lane, which merging takes in. */
function nextInLane(view: AxisView, region: RangeRegion): RangeRegion[] {
  const key = laneKey(region, view.by);
  return view.ranges
    .filter((one) => one.id !== region.id && laneKey(one, view.by) === key)
    .filter(({ geometry }) => geometry.start >= region.geometry.start)
    .sort((a, b) => a.geometry.start - b.geometry.start)
    .slice(0, 1);
}

/** The selected ranges of one label become one; a single one takes in the next of its lane. */
export function merge(view: AxisView): boolean {
  const { document, session } = view.place;
  const chosen = session.selected.filter(isRange);
  const [first] = chosen;
  if (!first) return false;
  const next = chosen.length > 1 ? [] : nextInLane(view, first);
  const parts = [...chosen, ...next]
    .filter(({ label }) => label === first.label)
    .sort((a, b) => a.geometry.start - b.geometry.start);
  const ids = parts.map(({ id }) => id);
  const [kept, ...rest] = parts;
  if (!kept || !rest.length || session.editable(ids).length < ids.length) return false;
  const end = Math.max(...parts.map(({ geometry }) => geometry.end));
  document.transact(() => {
    const geometry = geometryOf({ start: kept.geometry.start, end });
    document.editRegion(kept.id, { ...view.mergeContent(parts), geometry });
    document.absorb(kept.id, ...rest.map(({ id }) => id));
  });
  session.select([kept.id]);
  return true;
}

/** The start and the end of a range, marked one after the other while it plays. */
export function mark(view: AxisView, which: 'in' | 'out'): boolean {
  const { session } = view.place;
  if (session.state.readonly || !view.canMark) return false;
  const [id] = session.editable(view.sight.selection.slice(-1));
  const at = view.cursor;
  if (id !== undefined && view.pendingIn === null) {
    const old = view.sight.stretch(id);
    const next = which === 'in' ? { ...old, start: at } : { ...old, end: at };
    if (next.end - next.start < view.finest) return false;
    carryOut(view, [{ do: 'reshape', shapes: [{ id, ...next }] }]);
  } else if (which === 'in') view.pendingIn = at;
  else {
    const from = view.pendingIn;
    view.pendingIn = null;
    if (from === null || at - from < view.finest) return false;
    create(view, { start: from, end: at }, null);
  }
  return true;
}
