/** A turned box by three points: pull along one side (that gives the angle), then across it. */
import { clampTo, distance, turn } from '../../../core/geometry/point';
import type { Point, RotatedBox } from '../../../core/region';
import type { Reduced, Tool } from '../../../core/tool';

interface Side {
  readonly a: Point;
  readonly b: Point;
  /** Once the side is set: the point that the opposite side goes through. */
  readonly across: Point | null;
}
type State = Side | null;

export function fromSide(a: Point, b: Point, across: Point): RotatedBox {
  const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const depth = turn(across, a, -angle)[1] - a[1];
  const [cx, cy] = turn([a[0] + distance(a, b) / 2, a[1] + depth / 2], a, angle);
  return { cx, cy, width: distance(a, b), height: Math.abs(depth), angle };
}

const finish = ({ a, b, across }: Side): Reduced<State> =>
  across
    ? [null, [{ do: 'create', kind: 'rotated_box', geometry: fromSide(a, b, across) }]]
    : [null, []];

export const rotatedBoxTool: Tool<State> = {
  id: 'rotated_box',
  cursor: 'crosshair',
  makes: 'rotated_box',
  start: null,
  reduce(state, gesture, sight) {
    switch (gesture.type) {
      case 'down': {
        const at = clampTo(gesture.at, sight.width, sight.height);
        if (state?.across) return [{ ...state, across: at }, []];
        return [state ? { ...state, b: at } : { a: at, b: at, across: null }, []];
      }
      case 'move': {
        if (!state) return [null, []];
        const at = clampTo(gesture.at, sight.width, sight.height);
        return [state.across ? { ...state, across: at } : { ...state, b: at }, []];
      }
      case 'up': {
        if (!state) return [null, []];
        const far = distance(state.a, state.b) >= sight.slack / 2;
        if (!state.across) return [far ? { ...state, across: state.b } : state, []];
        const { height } = fromSide(state.a, state.b, state.across);
        return height >= sight.slack / 2 ? finish(state) : [state, []];
      }
      case 'finish':
        return state ? finish(state) : [null, []];
      case 'back':
        return [state?.across ? { ...state, across: null } : null, []];
      case 'double':
        return [state, []];
      case 'cancel':
        return [null, []];
    }
  },
  preview(state) {
    if (!state) return null;
    const { a, b, across } = state;
    const geometry = across ? fromSide(a, b, across) : { points: [a, b] };
    return { shapes: [{ id: null, geometry }] };
  },
};
