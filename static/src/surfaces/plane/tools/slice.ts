/** A line drawn across polygons takes them apart: the selected ones, or all that it touches. */
import { kindOf } from '../../../core/geometry';
import { slice } from '../../../core/geometry/slice';
import type { PlaneGeometry, Point, Polygon, Region } from '../../../core/region';
import type { Effect, Sight, Tool } from '../../../core/tool';

type State = { readonly from: Point; readonly to: Point } | null;

const isPolygon = (region: Region<PlaneGeometry>): region is Region<Polygon> =>
  kindOf(region.geometry) === 'polygon';

function effectsOf({ from, to }: NonNullable<State>, sight: Sight): Effect[] {
  const chosen = sight.selected.filter(isPolygon);
  // Pulled to the left, a marquee takes whatever it touches.
  const [left, right] = from[0] < to[0] ? [from, to] : [to, from];
  const targets = chosen.length ? chosen : sight.pickAll(right, left).filter(isPolygon);
  return targets
    .filter(({ id }) => sight.isEditable(id))
    .flatMap(({ id, geometry }): Effect[] => {
      const [first, ...others] = slice(geometry, from, to);
      if (!first || !others.length) return [];
      return [
        { do: 'reshape', shapes: [{ id, geometry: first }] },
        ...others.map((piece): Effect => {
          return { do: 'create', kind: 'polygon', geometry: piece, like: id };
        }),
      ];
    });
}

export const sliceTool: Tool<State> = {
  id: 'slice',
  cursor: 'crosshair',
  makes: 'polygon',
  start: null,
  reduce(state, gesture, sight) {
    switch (gesture.type) {
      case 'down':
        return [{ from: gesture.raw, to: gesture.raw }, []];
      case 'move':
        return [state && { ...state, to: gesture.raw }, []];
      case 'up':
        return [null, state ? effectsOf(state, sight) : []];
      case 'cancel':
        return [null, []];
      default:
        return [state, []];
    }
  },
  preview: (state) =>
    state && {
      shapes: [{ id: null, geometry: { points: [state.from, state.to] } }],
      vertices: [state.from],
    },
};
