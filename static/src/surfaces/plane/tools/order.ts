/** Reading order: the regions are pressed one after the other, and stand in that order from then on. */
import type { Effect, Tool } from '../../../core/tool';

/** Ids in the order pressed so far; Enter or Escape begins again. */
type State = readonly string[];

const none: State = [];

export const orderTool: Tool<State> = {
  id: 'order',
  cursor: 'pointer',
  makes: null,
  start: none,
  reduce(state, gesture, sight) {
    if (gesture.type === 'cancel' || gesture.type === 'finish') return [none, []];
    if (gesture.type !== 'down') return [state, []];
    const hit = sight.under(gesture.raw).find(({ id }) => sight.isEditable(id));
    if (!hit) return [state, []];
    const effects: Effect[] = [
      { do: 'raise', ids: [hit.id] },
      { do: 'select', ids: [hit.id] },
    ];
    // One that is pressed twice begins a new round.
    return [state.includes(hit.id) ? [hit.id] : [...state, hit.id], effects];
  },
  preview: (state) =>
    state.length ? { shapes: [], says: ['ordered', { count: state.length }] } : null,
};
