/**
 * Sets the points of a skeleton one after another; with Shift held a point is occluded. A class
 * without a skeleton takes as many points as one sets, until Enter or a double click ends it.
 */
import { clampTo, distance } from '../../../core/geometry/point';
import type { Keypoint } from '../../../core/region';
import type { Reduced, Sight, Tool } from '../../../core/tool';

type State = readonly Keypoint[];

/** Points not set are absent, so that the rest keep their places. */
function finish(points: State, sight: Sight): Reduced<State> {
  if (!points.length) return [[], []];
  const absent = Array.from({ length: Math.max(0, sight.skeleton - points.length) });
  const all = [...points, ...absent.map((): Keypoint => [0, 0, 0])];
  return [[], [{ do: 'create', kind: 'keypoints', geometry: { points: all } }]];
}

export const keypointsTool: Tool<State> = {
  id: 'keypoints',
  cursor: 'crosshair',
  makes: 'keypoints',
  start: [],
  reduce(points, gesture, sight) {
    switch (gesture.type) {
      case 'down': {
        const [x, y] = clampTo(gesture.at, sight.width, sight.height);
        const last = points.at(-1);
        // The second press of a double click stands on the last point; it adds nothing.
        const isAgain = last && distance([x, y], [last[0], last[1]]) <= sight.slack / 4;
        if (isAgain) return [points, []];
        const next: State = [...points, [x, y, gesture.shift ? 1 : 2]];
        return sight.skeleton && next.length >= sight.skeleton ? finish(next, sight) : [next, []];
      }
      case 'double':
        return sight.skeleton ? [points, []] : finish(points, sight);
      case 'finish':
        return finish(points, sight);
      case 'back':
        return [points.slice(0, -1), []];
      case 'cancel':
        return [[], []];
      default:
        return [points, []];
    }
  },
  preview: (points) => (points.length ? { shapes: [{ id: null, geometry: { points } }] } : null),
};
