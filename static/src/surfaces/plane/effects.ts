/** Does to the document what a tool asked for: everything of one gesture in one undo step. */
import { isEmpty } from '../../core/geometry';
import type { Effect } from '../../core/tool';
import { labelFor } from './kinds';
import type { PlanePlace } from './marks';
import type { PlaneRegion } from './scene';

type Created = Extract<Effect, { do: 'create' }>;
/** Asks the page to put the keyboard into the words of the region just drawn. */
export const typeEvent = 'penumbra:type';

export function carryOut(place: PlanePlace, effects: readonly Effect[]): void {
  const { document, session, marks } = place;
  if (!effects.length) return;
  let selection: readonly string[] | null = null;
  document.transact(() => {
    for (const effect of effects)
      switch (effect.do) {
        case 'create': {
          const shape = shapeOf(place, effect);
          if (!shape) break;
          document.putRegions(marks.toRegion(shape));
          selection = effect.like ? [...(selection ?? [effect.like]), shape.id] : [shape.id];
          break;
        }
        case 'reshape':
          for (const { id, geometry } of effect.shapes)
            if (!isEmpty(geometry)) marks.reshape(id, geometry);
          break;
        case 'remove':
          marks.remove(effect.ids);
          break;
        case 'raise':
          document.raise(...effect.ids);
          break;
        case 'select':
          selection = effect.ids;
      }
  });
  if (selection) session.select(selection);
  const drawn = effects.find((effect) => effect.do === 'create');
  if (drawn && labelFor(place, drawn.kind)?.transcript)
    place.host.dispatchEvent(new CustomEvent(typeEvent, { bubbles: true }));
}

/** A shape without size is a slip of the hand. */
function shapeOf(place: PlanePlace, { kind, geometry, like }: Created): PlaneRegion | null {
  const { session, document } = place;
  const label = labelFor(place, kind);
  if (!label || session.state.readonly || isEmpty(geometry)) return null;
  const shape = session.newRegion(label.id, place.field, geometry) as PlaneRegion;
  const model = like === undefined ? undefined : document.region(like);
  if (!model) return shape;
  return { ...shape, label: model.label, class: model.class, attributes: model.attributes };
}
