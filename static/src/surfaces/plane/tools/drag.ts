/** Tools that draw a shape between two points: press, pull, let go; or click twice. */
import { boxFrom, squareCorner } from '../../../core/geometry/box';
import { clampTo, distance } from '../../../core/geometry/point';
import type { PlaneGeometry, Point } from '../../../core/region';
import type { PointerGesture, Reduced, Sight, Tool } from '../../../core/tool';

export interface Drag {
  readonly from: Point;
  readonly to: Point;
  readonly isHeld: boolean;
}
type State = Drag | null;

const ends = (gesture: PointerGesture, from: Point, sight: Sight): Point => {
  const to = gesture.shift ? squareCorner(from, gesture.at) : gesture.at;
  return clampTo(to, sight.width, sight.height);
};

function dragTool(
  id: 'box' | 'ellipse',
  shape: (from: Point, to: Point) => PlaneGeometry,
): Tool<State> {
  const finish = ({ from, to }: Drag): Reduced<State> => [
    null,
    [{ do: 'create', kind: id, geometry: shape(from, to) }],
  ];
  return {
    id,
    cursor: 'crosshair',
    makes: id,
    start: null,
    reduce(state, gesture, sight) {
      switch (gesture.type) {
        case 'down': {
          if (state) return [{ ...state, to: ends(gesture, state.from, sight), isHeld: true }, []];
          const from = clampTo(gesture.at, sight.width, sight.height);
          return [{ from, to: from, isHeld: true }, []];
        }
        case 'move':
          return [state && { ...state, to: ends(gesture, state.from, sight) }, []];
        case 'up': {
          if (!state) return [null, []];
          const end = { ...state, to: ends(gesture, state.from, sight) };
          // Let go where it began: a click, so the second click will be the other corner.
          const isClick = distance(end.from, end.to) < sight.slack / 2;
          return isClick ? [{ ...end, isHeld: false }, []] : finish(end);
        }
        case 'finish':
          return state ? finish(state) : [null, []];
        case 'double':
          return [state, []];
        default:
          return [null, []];
      }
    },
    preview: (state) => state && { shapes: [{ id: null, geometry: shape(state.from, state.to) }] },
  };
}

export const boxTool = dragTool('box', boxFrom);
export const ellipseTool = dragTool('ellipse', (a, b) => ({
  cx: (a[0] + b[0]) / 2,
  cy: (a[1] + b[1]) / 2,
  rx: Math.abs(a[0] - b[0]) / 2,
  ry: Math.abs(a[1] - b[1]) / 2,
  angle: 0,
}));
