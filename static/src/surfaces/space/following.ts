/** The picture in use follows the selection, to the camera that sees it best. */
import { lensOf } from './facts';
import { bestCamera } from './lens';
import type { SpaceView } from './view';

export function followSelection(view: SpaceView): void {
  const { frame, follows, camera } = view.store.state;
  const seen = view.scenery.selected(frame);
  if (!seen) return;
  const { facts } = view.source;
  const lenses = facts.cameras.map((_, i) => lensOf(facts, i, frame));
  const best = bestCamera(lenses, seen.cuboid);
  const isInSight = bestCamera([lenses[camera] ?? null], seen.cuboid) >= 0;
  if (best >= 0 && (follows || !isInSight)) view.store.set({ camera: best });
}
