/** Brush and eraser: one stroke is one gesture; it goes into the selected mask or starts one. */
import { blankMask, paint, type Stroke } from '../../../core/geometry/brush';
import { isEmpty, kindOf } from '../../../core/geometry';
import type { Mask, PlaneGeometry, Point, Region } from '../../../core/region';
import type { Effect, Sight, Tool } from '../../../core/tool';

type State = Stroke | null;

const isMask = (region: Region<PlaneGeometry>): region is Region<Mask> =>
  kindOf(region.geometry) === 'mask';

/** The eraser without a selected mask takes the one it starts on. */
const targetOf = (stroke: Stroke, sight: Sight): Region<Mask> | null =>
  sight.canvas ?? (stroke.erase ? (sight.under(stroke.points[0]!).find(isMask) ?? null) : null);

function effectsOf(stroke: Stroke, sight: Sight): Effect[] {
  const target = targetOf(stroke, sight);
  if (!target) {
    if (stroke.erase) return [];
    const geometry = paint(blankMask(sight.height, sight.width), stroke);
    return [{ do: 'create', kind: 'mask', geometry }];
  }
  if (!sight.isEditable(target.id)) return [];
  const geometry = paint(target.geometry, stroke);
  if (isEmpty(geometry)) return [{ do: 'remove', ids: [target.id] }];
  return [
    { do: 'reshape', shapes: [{ id: target.id, geometry }] },
    { do: 'select', ids: [target.id] },
  ];
}

function brush(id: string, erases: boolean): Tool<State> {
  return {
    id,
    cursor: 'none',
    makes: 'mask',
    start: null,
    reduce(state, gesture, sight) {
      switch (gesture.type) {
        case 'down':
          return [
            { points: [gesture.raw], width: sight.brush, erase: erases !== gesture.shift },
            [],
          ];
        case 'move': {
          if (!state || isSame(state.points.at(-1)!, gesture.raw)) return [state, []];
          return [{ ...state, points: [...state.points, gesture.raw] }, []];
        }
        case 'up':
          return [null, state ? effectsOf(state, sight) : []];
        case 'cancel':
          return [null, []];
        default:
          return [state, []];
      }
    },
    preview: (state) => state && { shapes: [], stroke: state },
  };
}

const isSame = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];

export const brushTool = brush('brush', false);
export const eraserTool = brush('eraser', true);
