/** What a held pointer does: each is begun by a press, shows itself while it lasts, ends once. */
import type { Cuboid, Point, Vector3 } from '../../core/region';
import type { Modifiers } from '../../core/tool';
import { notify } from '../notice';
import { inBall, nearest, outline, within } from './enclosing';
import type { Pane } from './eyes';
import { onGround } from './ground';
import { pulledInDepth, pulledInPlan, type Handle } from './handles';
import { fromLine, fromRectangle } from './tracing';
import type { SpaceView } from './view';

export interface Gesture {
  /** What stands in for the selected cuboid, or for one that is being drawn. */
  readonly preview?: Cuboid | null;
  /** A line drawn around points, in pixels. */
  readonly line?: readonly Point[];
  move(at: Point, held: Modifiers): void;
  end(at: Point, held: Modifiers): void;
}
const clickSlack = 4;
const far = (a: Point, b: Point): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) > clickSlack;

/** Moves the camera of a pane; a press that does not move is a click. */
export function looking(
  view: SpaceView,
  pane: Pane,
  start: Point,
  how: 'turn' | 'pan',
  click: ((held: Modifiers) => void) | null,
): Gesture {
  let last = start;
  let isMoving = false;
  return {
    move(at) {
      isMoving ||= far(at, start);
      if (!isMoving) return;
      if (how === 'turn') view.eyes.turn(at[0] - last[0], at[1] - last[1]);
      else view.eyes.pan(view.pane(pane) ?? pane, last, at);
      last = at;
      view.looked();
    },
    end(_, held) {
      if (!isMoving) click?.(held);
    },
  };
}
/** Takes a cuboid by a handle; nothing is written until it is let go. */
export function handling(
  view: SpaceView,
  pane: Pane,
  id: string,
  cuboid: Cuboid,
  handle: Handle,
  start: Point,
  click: () => void,
): Gesture {
  let now = cuboid;
  let isMoving = false;
  return {
    get preview() {
      return isMoving ? now : null;
    },
    move(at) {
      isMoving ||= far(at, start);
      if (!isMoving || !pane.sight) return;
      now =
        pane.kind === 'plan' || pane.kind === 'cell'
          ? pulledInPlan(pane.name, cuboid, pane.plan, handle, start, at)
          : pulledInDepth(pane.sight, cuboid, handle, start, at);
    },
    end() {
      const region = view.place.document.region(id);
      if (!isMoving) click();
      else if (region) view.editor.change(region, pane.frame, now);
    },
  };
}
/** Draws a new cuboid on the ground: in the map corner to corner, in depth from tail to nose. */
export function drawing(view: SpaceView, pane: Pane, start: Point): Gesture {
  const ground = (at: Point): Vector3 | null =>
    pane.sight && view.cloud && onGround(view.cloud.ground, pane.sight.ray(at), view.groundLevel);
  const from = ground(start);
  let now: Cuboid | null = null;
  return {
    get preview() {
      return now;
    },
    move(at, held) {
      const to = far(at, start) ? ground(at) : null;
      if (!from || !to) now = null;
      else if (pane.kind === 'map' && !held.shift)
        now = fromRectangle(from, to, view.column, pane.frame);
      else now = fromLine(from, to, view.editor.typical(), view.column, pane.frame);
    },
    end(at) {
      if (now) view.editor.create(now, pane.frame);
      // A drag that draws nothing says why: in depth the horizon is nearer than one thinks.
      else if (far(at, start))
        notify(
          view.place.host,
          from && ground(at) ? 'space.notice.too_small' : 'space.notice.off_ground',
        );
    },
  };
}
/** A drag where the tool in hand draws nothing looks around, and tells where it would draw. */
export function astray(view: SpaceView, gesture: Gesture, start: Point): Gesture {
  return {
    move: (at, held) => gesture.move(at, held),
    end(at, held) {
      gesture.end(at, held);
      if (far(at, start)) notify(view.place.host, 'space.notice.draw_elsewhere');
    },
  };
}
/** Two clicks instead of a drag: the second one ends what the first began. */
export function enclosing(
  view: SpaceView,
  pane: Pane,
  start: Point,
  shape: 'lasso' | 'rectangle',
): Gesture {
  const points: Point[] = [start];
  let to = start;
  const line = (): Point[] =>
    shape === 'lasso' ? [...points, to] : [start, [to[0], start[1]], to, [start[0], to[1]]];
  return {
    get line() {
      return line();
    },
    move(at) {
      const last = points.at(-1)!;
      if (Math.hypot(at[0] - last[0], at[1] - last[1]) > 3) points.push(at);
      to = at;
    },
    end(at, held) {
      to = at;
      if (!pane.sight || !view.cloud || (!far(start, at) && points.length < 3)) return;
      const found = within(pane.sight, view.cloud, outline(line()), view.isShown);
      view.labelPoints(found, held.alt || held.shift);
    },
  };
}
/** Paints with a ball about the point under the pointer. */
export function brushing(view: SpaceView, pane: Pane, start: Point, held: Modifiers): Gesture {
  const found = new Set<number>();
  const isErasing = held.alt || held.shift;
  const dab = (at: Point): void => {
    if (!pane.sight || !view.cloud) return;
    const middle = nearest(pane.sight, view.cloud, at, 12, view.isShown);
    if (!middle) return;
    for (const index of inBall(view.cloud, middle, view.store.state.brush, view.isShown))
      found.add(index);
    view.showBrushed(found, isErasing);
  };
  dab(start);
  return {
    move: dab,
    end() {
      view.labelPoints([...found], isErasing);
    },
  };
}
