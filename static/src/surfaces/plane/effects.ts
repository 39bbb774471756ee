/** Does to the document what a tool asked for: everything of one gesture in one undo step. */
import { isEmpty } from '../../core/geometry';
import type { Effect } from '../../core/tool';
import type { Place } from '../surface';
import { labelFor } from './kinds';

export function carryOut(place: Place, effects: readonly Effect[]): void {
  const { document, session } = place;
  if (!effects.length) return;
  let selection: readonly string[] | null = null;
  document.transact(() => {
    for (const effect of effects)
      switch (effect.do) {
        case 'create': {
          const label = labelFor(place, effect.kind);
          // A shape without size is a slip of the hand.
          if (!label || session.state.readonly || isEmpty(effect.geometry)) break;
          const region = session.newRegion(label.id, place.field, effect.geometry);
          document.putRegions(region);
          selection = [region.id];
          break;
        }
        case 'reshape':
          for (const { id, geometry } of effect.shapes)
            if (!isEmpty(geometry)) document.editRegion(id, { geometry });
          break;
        case 'remove':
          document.removeRegions(...effect.ids);
          break;
        case 'select':
          selection = effect.ids;
      }
  });
  if (selection) session.select(selection);
}
