/** The regions of the picture done before this one, in the same places: for pictures that hardly differ. */
import { boundsOf, isPlaneRegion, kindOf, move } from '../../core/geometry';
import { limitMove } from '../../core/geometry/point';
import { findLabel } from '../../core/ontology';
import { newId, type Region } from '../../core/region';
import { api, asPage } from '../../live/api';
import type { Annotation, Page } from '../../live/types';
import { isMedia } from '../base/glimpse';
import { fromWire } from './content';
import type { Done } from './history.svelte';
import type { Sheet } from './sheet.svelte';
import type { Workbench } from './workbench.svelte';

export function bringPrevious(bench: Workbench, sheet: Sheet): boolean {
  if (sheet.session.state.readonly) return false;
  const last = bench.history.done.find(
    ({ task, how }) => how === 'submitted' && task !== sheet.task.id,
  );
  if (!last) bench.say('annotate.previous.none');
  else
    void regionsOf(bench, last).then(
      (regions) => put(bench, sheet, regions),
      () => bench.say('annotate.previous.failed', {}, 'err'),
    );
  return true;
}

/** As sent, while it waits to be sent; else what the server keeps of it. */
async function regionsOf(bench: Workbench, { task, key }: Done): Promise<readonly Region[]> {
  const taken = key === undefined ? undefined : bench.history.taken(key);
  if (taken) return taken.content.regions;
  const path = `/api/tasks/${task}/annotations/`;
  const all = asPage(await api.get<Page<Annotation> | Annotation[]>(path)).results;
  const own = all.find(({ annotator }) => annotator.id === bench.me.id);
  return own ? fromWire(own).regions : [];
}

function put(bench: Workbench, sheet: Sheet, regions: readonly Region[]): void {
  const copies = regions.flatMap((region) => copied(bench, sheet, region));
  if (!copies.length) return bench.say('annotate.previous.none');
  sheet.document.putRegions(...copies);
  sheet.session.select(copies.map(({ id }) => id));
  bench.say('annotate.previous.brought', { count: copies.length });
}

/** Pushed into a smaller picture; what does not fit at all, and masks of another size, stay behind. */
export function copied(bench: Workbench, sheet: Sheet, region: Region): Region[] {
  const value = sheet.task.data[region.on];
  if (!isPlaneRegion(region) || !isMedia(value) || !findLabel(bench.ontology, region.label))
    return [];
  const { width = 0, height = 0 } = value;
  const { geometry } = region;
  const isMask = kindOf(geometry) === 'mask';
  if (isMask && 'size' in geometry && String(geometry.size) !== String([height, width])) return [];
  const bounds = boundsOf(geometry);
  const [w, h] = [bounds[2] - bounds[0], bounds[3] - bounds[1]];
  if (w > width || h > height) return [];
  const by = limitMove(bounds, [0, 0], width, height);
  const inside: [number, number] = [
    by[0] + Math.min(0, width - bounds[2]),
    by[1] + Math.min(0, height - bounds[3]),
  ];
  const { score: _score, ...rest } = region;
  const shifted = isMask || (!inside[0] && !inside[1]) ? geometry : move(geometry, ...inside);
  return [{ ...rest, id: newId(), geometry: shifted, origin: { kind: 'human' } }];
}
