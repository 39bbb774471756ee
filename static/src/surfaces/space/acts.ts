/** What the view does at a person's word and what takes a moment: fitting, finding, following. */
import type { Cuboid, Point, Region } from '../../core/region';
import { isTrack } from '../../core/track';
import { notify } from '../notice';
import { standing, upright } from './cuboid';
import { nearest } from './enclosing';
import type { Pane } from './eyes';
import { heightAt } from './ground';
import { isTrackOf } from './kinds';
import { bare, foreseen, seenAt } from './sequence';
import { fitAbout, fitAt, inItsSize, objectsIn, standingStill } from './server';
import type { SpaceView } from './view';

/** Below this many points a fit would say more about noise than about the object. */
const tellingPoints = 8;
/** How much larger than a known object its fit may come out before it is not believed. */
const believable = 1.35;

export async function fitUnder(view: SpaceView, pane: Pane, at: Point): Promise<void> {
  const { cloud } = view;
  if (!pane.sight || !cloud || !view.editor.label('cuboid', 'track')) return;
  const stands = (i: number): boolean => cloud.above[i]! > 0.15;
  const found =
    nearest(pane.sight, cloud, at, 8, stands) ?? nearest(pane.sight, cloud, at, 28, stands);
  if (!found) return notify(view.place.host, 'space.notice.no_point');
  await busy(view, 'fit', async () => {
    const { cuboid } = await fitAt(view.loader, pane.frame, found);
    view.editor.create(cuboid, pane.frame);
  });
}
/** The selected cuboid drawn to its points; a confirmed one stays as it is. */
export async function refit(view: SpaceView): Promise<void> {
  const { frame } = view.store.state;
  const seen = view.scenery.selected(frame);
  if (!seen || !view.editor.isEditable(seen.region.id)) return;
  if (seen.isConfirmed) return notify(view.place.host, 'space.notice.confirmed');
  await busy(view, 'fit', async () => {
    const { cuboid } = await fitAbout(view.loader, frame, seen.cuboid);
    const now = view.place.document.region(seen.region.id);
    if (now) view.editor.change(now, frame, cuboid);
  });
}
export async function propose(view: SpaceView): Promise<void> {
  const { frame } = view.store.state;
  if (!view.editor.label('cuboid', 'track')) return;
  await busy(view, 'propose', async () => {
    const found = await objectsIn(view.loader, frame);
    const known = view.scenery.seen(frame).map(({ cuboid }) => cuboid);
    const fresh = found.map(({ cuboid }) => cuboid).filter((one) => !isKnown(one, known));
    const count = view.editor.suggest(fresh, frame, 'clusters');
    if (!count) notify(view.place.host, 'space.notice.nothing_found');
  });
}
const isKnown = (one: Cuboid, known: readonly Cuboid[]): boolean =>
  known.some(({ center, size }) => {
    const away = Math.hypot(center[0] - one.center[0], center[1] - one.center[1]);
    return away < Math.max(size[0], size[1], 1) / 2;
  });

/** The selected object in the next frame (or the one before), drawn to its points there. */
export const carryOn = (view: SpaceView, by: 1 | -1): Promise<void> =>
  busy(view, 'follow', () => carried(view, by));

async function carried(view: SpaceView, by: 1 | -1): Promise<void> {
  const { frame } = view.store.state;
  const seen = view.scenery.selected(frame);
  const to = frame + by;
  if (!seen || !view.editor.isEditable(seen.region.id) || !view.hasFrame(to)) return;
  const there = seenAt(seen.region, to);
  if (there?.isConfirmed) {
    view.goTo(to);
    return notify(view.place.host, 'space.notice.confirmed');
  }
  const placed = await followed(view, seen.region, seen.cuboid, frame, to);
  const now = view.place.document.region(seen.region.id);
  if (!now || seenAt(now, to)?.isConfirmed) return;
  view.editor.carry(now, to, placed);
  view.goTo(to);
}
/** Where an object known in one frame is in another: guessed by its motion, then fitted. */
async function followed(
  view: SpaceView,
  region: Region,
  cuboid: Cuboid,
  from: number,
  to: number,
): Promise<Cuboid> {
  const ahead = isTrack(region.geometry) && to > from ? foreseen(region, to) : null;
  const keys = isTrack(region.geometry) ? region.geometry.keyframes.length : 1;
  // Two keyframes tell a motion; with one, things are taken to stand still in the world.
  const guess =
    ahead && keys > 1
      ? ahead
      : await standingStill(view.loader, bare(cuboid), from, to).catch(() => bare(cuboid));
  const room = 0.6;
  const rough = {
    ...guess,
    size: guess.size.map((one) => one + room) as unknown as Cuboid['size'],
  };
  const fitted = await fitAbout(view.loader, to, rough).catch(() => null);
  if (!fitted || fitted.points < tellingPoints) return guess;
  const isSound = fitted.cuboid.size.every((one, i) => one < guess.size[i]! * believable + room);
  return isSound ? inItsSize(fitted.cuboid, guess) : guess;
}
/** Through all frames from here on, up to one that a person has confirmed; one step of undo. */
export async function followAll(view: SpaceView): Promise<void> {
  const start = view.store.state.frame;
  const first = view.scenery.selected(start);
  if (!first || !isTrackOf(first.region) || !view.editor.isEditable(first.region.id)) return;
  const { document } = view.place;
  await busy(view, 'follow', async () => {
    let cuboid = first.cuboid;
    const found: [frame: number, cuboid: Cuboid][] = [];
    for (let frame = start; view.hasFrame(frame + 1) && !view.isClosed; frame++) {
      if (seenAt(first.region, frame + 1)?.isConfirmed) break;
      cuboid = await followed(view, first.region, cuboid, frame, frame + 1);
      found.push([frame + 1, cuboid]);
    }
    document.transact(() => {
      for (const [frame, one] of found) {
        const now = document.region(first.region.id);
        if (now && !seenAt(now, frame)?.isConfirmed) view.editor.change(now, frame, one);
      }
    });
  });
}
/** A cuboid of the usual size on the ground, in the middle of what is seen. */
export function placeNew(view: SpaceView): boolean {
  const { frame } = view.store.state;
  if (!view.editor.label('cuboid', 'track')) return false;
  const [x, y] = view.centre;
  const ground = view.cloud ? heightAt(view.cloud.ground, x, y) : view.groundLevel;
  const size = view.editor.typical();
  const yaw = view.eyes.orbit.azimuth;
  view.editor.create(standing(upright([x, y, ground], size, yaw), ground), frame);
  return true;
}
const lines = new WeakMap<SpaceView, Promise<void>>();

/** One after the other: what is asked while something is under way waits for it. */
function busy(view: SpaceView, what: string, act: () => Promise<void>): Promise<void> {
  const mine = (lines.get(view) ?? Promise.resolve()).then(async () => {
    if (view.isClosed) return;
    view.store.set({ busy: what });
    await act().catch((problem: unknown) => view.complain(problem));
    view.store.set({ busy: null });
  });
  lines.set(view, mine);
  return mine;
}
