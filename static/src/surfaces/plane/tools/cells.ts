/** Superpixels: whatever cells the pointer goes over are painted whole; Shift takes them out. */
import { resized, maskOf, type Bits } from '../../../core/geometry/flood';
import type { Point } from '../../../core/region';
import type { Sight, Tool } from '../../../core/tool';
import type { Cells } from '../cells';
import { paintInto } from './wand';

interface Held {
  readonly erase: boolean;
  readonly cells: ReadonlySet<number>;
  readonly bits: Bits;
}
type State = Held | null;

/** `cells`: null until the server has cut the picture. */
export function cellsTool(cells: () => Cells | null): Tool<State> {
  function go(
    state: { erase: boolean; cells: ReadonlySet<number> },
    at: Point,
    sight: Sight,
  ): State {
    const known = cells();
    if (!known) return null;
    const id = known.at(at[0] / sight.width, at[1] / sight.height);
    if (id === null || state.cells.has(id)) return 'bits' in state ? (state as Held) : null;
    const all = new Set([...state.cells, id]);
    const { width, height } = sight;
    return { erase: state.erase, cells: all, bits: resized(known.bitsOf(all), { width, height }) };
  }
  return {
    id: 'superpixels',
    cursor: 'cell',
    makes: 'mask',
    start: null,
    reduce(state, gesture, sight) {
      switch (gesture.type) {
        case 'down':
          return [go({ erase: gesture.shift, cells: new Set() }, gesture.raw, sight), []];
        case 'move':
          return [state && go(state, gesture.raw, sight), []];
        case 'up':
          return [null, state ? paintInto(sight, state.bits, state.erase) : []];
        case 'cancel':
          return [null, []];
        default:
          return [state, []];
      }
    },
    preview: (state) => state && { shapes: [{ id: null, geometry: maskOf(state.bits) }] },
  };
}
