/** Tools that set point after point: polygon, hole, polyline. */
import { clampTo, distance } from '../../../core/geometry/point';
import { withHole } from '../../../core/geometry/polygon';
import { kindOf } from '../../../core/geometry';
import type { PlaneGeometry, Point, Polygon, Region } from '../../../core/region';
import type { Effect, Reduced, Sight, Tool } from '../../../core/tool';

export interface Chain {
  readonly points: readonly Point[];
  /** Where the pointer is: the point to come. */
  readonly next: Point;
  readonly isHeld: boolean;
}
type State = Chain | null;

interface Plan {
  readonly id: string;
  readonly makes: 'polygon' | 'polyline';
  readonly fewest: number;
  readonly isClosed: boolean;
  effects(points: readonly Point[], sight: Sight): readonly Effect[];
}

function chainTool({ id, makes, fewest, isClosed, effects }: Plan): Tool<State> {
  /** Too few points are no shape: go on drawing. */
  const finish = (state: Chain, sight: Sight): Reduced<State> =>
    state.points.length < fewest ? [state, []] : [null, effects(state.points, sight)];
  const add = (state: Chain, at: Point): Chain => ({
    ...state,
    points: [...state.points, at],
    next: at,
  });

  return {
    id,
    cursor: 'crosshair',
    makes,
    start: null,
    reduce(state, gesture, sight) {
      switch (gesture.type) {
        case 'down': {
          const at = clampTo(gesture.at, sight.width, sight.height);
          if (!state) return [{ points: [at], next: at, isHeld: true }, []];
          const { points } = state;
          const closes = isClosed && distance(at, points[0]!) <= sight.slack;
          if (closes && points.length >= fewest) return finish(state, sight);
          // The second press of a double click stands on the last point; it adds nothing.
          if (distance(at, points.at(-1)!) <= sight.slack / 4) return [state, []];
          return [{ ...add(state, at), isHeld: true }, []];
        }
        case 'move': {
          if (!state) return [null, []];
          const at = clampTo(gesture.at, sight.width, sight.height);
          const isFar = distance(at, state.points.at(-1)!) > sight.slack;
          const isFreehand = state.isHeld && gesture.shift && isFar;
          return [isFreehand ? add(state, at) : { ...state, next: at }, []];
        }
        case 'up':
          return [state && { ...state, isHeld: false }, []];
        case 'double':
        case 'finish':
          return state ? finish(state, sight) : [null, []];
        case 'back':
          return state && state.points.length > 1
            ? [{ ...state, points: state.points.slice(0, -1) }, []]
            : [null, []];
        case 'cancel':
          return [null, []];
      }
    },
    preview(state) {
      if (!state) return null;
      const points = [...state.points, state.next];
      const geometry: PlaneGeometry =
        isClosed && points.length > 2 ? { rings: [points] } : { points };
      return { shapes: [{ id: null, geometry }], vertices: state.points };
    },
  };
}

export const polygonTool = chainTool({
  id: 'polygon',
  makes: 'polygon',
  fewest: 3,
  isClosed: true,
  effects: (ring) => [{ do: 'create', kind: 'polygon', geometry: { rings: [ring] } }],
});

export const polylineTool = chainTool({
  id: 'polyline',
  makes: 'polyline',
  fewest: 2,
  isClosed: false,
  effects: (points) => [{ do: 'create', kind: 'polyline', geometry: { points } }],
});

const isPolygon = (region: Region<PlaneGeometry>): region is Region<Polygon> =>
  kindOf(region.geometry) === 'polygon';

/** The hole goes into the selected polygon, or else into the one under its first point. */
export const holeTool = chainTool({
  id: 'hole',
  makes: 'polygon',
  fewest: 3,
  isClosed: true,
  effects(ring, sight) {
    const near = [...sight.selected, ...sight.under(ring[0]!)];
    for (const region of near.filter(isPolygon)) {
      const geometry = withHole(region.geometry, ring);
      if (geometry !== region.geometry && sight.isEditable(region.id))
        return [
          { do: 'reshape', shapes: [{ id: region.id, geometry }] },
          { do: 'select', ids: [region.id] },
        ];
    }
    return [];
  },
});
