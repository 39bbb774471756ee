/** Does to the document what a tool asked for: everything of one gesture in one undo step. */
import { isEmpty } from '../../core/geometry';
import type { Effect } from '../../core/tool';
import { labelFor } from './kinds';
import type { PlanePlace } from './marks';
import type { PlaneRegion } from './scene';

export function carryOut(place: PlanePlace, effects: readonly Effect[]): void {
  const { document, session, marks } = place;
  if (!effects.length) return;
  let selection: readonly string[] | null = null;
  document.transact(() => {
    for (const effect of effects)
      switch (effect.do) {
        case 'create': {
          const label = labelFor(place, effect.kind);
          // A shape without size is a slip of the hand.
          if (!label || session.state.readonly || isEmpty(effect.geometry)) break;
          const shape = session.newRegion(label.id, place.field, effect.geometry) as PlaneRegion;
          document.putRegions(marks.toRegion(shape));
          selection = [shape.id];
          break;
        }
        case 'reshape':
          for (const { id, geometry } of effect.shapes)
            if (!isEmpty(geometry)) marks.reshape(id, geometry);
          break;
        case 'remove':
          marks.remove(effect.ids);
          break;
        case 'select':
          selection = effect.ids;
      }
  });
  if (selection) session.select(selection);
}
