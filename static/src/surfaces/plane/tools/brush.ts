/** Brush and eraser: one stroke is one gesture; it goes into the selected mask or starts one. */
import { blankMask, paint, type Stroke } from '../../../core/geometry/brush';
import { merged } from '../../../core/geometry/flood';
import { isEmpty, kindOf } from '../../../core/geometry';
import { decode } from '../../../core/geometry/rle';
import type { Mask, PlaneGeometry, Point, Region } from '../../../core/region';
import type { Effect, Sight, Tool } from '../../../core/tool';

type State = Stroke | null;
/** Whether a pixel of the picture may be painted, by its middle. */
type Allowed = (x: number, y: number) => boolean;

const isMask = (region: Region<PlaneGeometry>): region is Region<Mask> =>
  kindOf(region.geometry) === 'mask';

/** The eraser without a selected mask takes the one it starts on. */
const targetOf = (stroke: Stroke, sight: Sight): Region<Mask> | null =>
  sight.canvas ?? (stroke.erase ? (sight.under(stroke.points[0]!).find(isMask) ?? null) : null);

function effectsOf(stroke: Stroke, sight: Sight, allowed?: Allowed): Effect[] {
  const target = targetOf(stroke, sight);
  const blank = blankMask(sight.height, sight.width);
  if (!target) {
    if (stroke.erase) return [];
    return [{ do: 'create', kind: 'mask', geometry: painted(blank, stroke, allowed) }];
  }
  if (!sight.isEditable(target.id)) return [];
  const geometry = painted(target.geometry, stroke, allowed);
  if (isEmpty(geometry)) return [{ do: 'remove', ids: [target.id] }];
  return [
    { do: 'reshape', shapes: [{ id: target.id, geometry }] },
    { do: 'select', ids: [target.id] },
  ];
}

function painted(onto: Mask, stroke: Stroke, allowed: Allowed | undefined): Mask {
  if (!allowed) return paint(onto, stroke);
  const [height, width] = onto.size;
  const bits = decode(paint(blankMask(height, width), { ...stroke, erase: false }));
  for (let i = bits.indexOf(1); i >= 0; i = bits.indexOf(1, i + 1))
    if (!allowed(Math.floor(i / height) + 0.5, (i % height) + 0.5)) bits[i] = 0;
  return merged(onto, { width, height, bits }, stroke.erase);
}

function brush(id: string, erases: boolean, allowed?: Allowed): Tool<State> {
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
          return [null, state ? effectsOf(state, sight, allowed) : []];
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
/** Paints, and with Shift rubs out, only what is allowed under it. */
export const choosyBrush = (id: string, allowed: Allowed): Tool<unknown> =>
  brush(id, false, allowed) as Tool<unknown>;
