/** Where a region is: which frame it lies in, and where on the page its cuboid is drawn. */
import { cornersOf } from './cuboid';
import { keysOf, seenAt } from './sequence';
import { isInside, project } from './sight';
import type { SpaceView } from './view';

/** Goes to the frame of a region, and turns to it where it is out of sight. */
export function reveal(view: SpaceView, id: string): void {
  const region = view.place.document.region(id);
  if (!region) return;
  const { frame } = view.store.state;
  const { geometry } = region;
  const frames = 'runs' in geometry ? [geometry.frame ?? 0] : keysOf(region);
  const isHere = 'runs' in geometry ? frames[0] === frame : seenAt(region, frame) !== null;
  const nearer = (a: number, b: number): number =>
    Math.abs(b - frame) < Math.abs(a - frame) ? b : a;
  if (!isHere && frames.length) view.goTo(frames.reduce(nearer));
  const seen = seenAt(region, view.store.state.frame);
  const [scene] = view.panes();
  const spot = seen && scene?.sight && project(scene.sight, seen.cuboid.center);
  const isInSight = spot && isInside(scene!.rect, [spot[0], spot[1]], -20);
  if (seen && !isInSight) view.look((eyes) => eyes.focus(seen.cuboid));
}

export function anchor(view: SpaceView, id: string): DOMRect | null {
  const { document, session, host } = view.place;
  const region = document.region(id);
  const [scene] = view.panes();
  const seen = region && seenAt(region, view.store.state.frame);
  if (!seen || !scene?.sight || scene.kind !== 'scene') return null;
  if (session.state.hidden.has(id)) return null;
  const { sight, rect } = scene;
  const spots = cornersOf(seen.cuboid).flatMap((corner) => {
    const at = project(sight, corner);
    return at && isInside(rect, [at[0], at[1]]) ? [at] : [];
  });
  if (!spots.length) return null;
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const { left, top } = host.getBoundingClientRect();
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return new DOMRect(left + x, top + y, Math.max(...xs) - x, Math.max(...ys) - y);
}
