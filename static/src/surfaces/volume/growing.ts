/** Growing from a voxel: the server answers what hangs together with it; one step to undo. */
import { decode, encode } from '../../core/geometry/rle';
import type { Region, Vector3, VolumeMask } from '../../core/region';
import { regionLabelsOn } from '../../core/ontology';
import { api, ApiError } from '../../live/api';
import { notify } from '../notice';
import { measureOf, measureText } from './measures';
import { isVolumeMask } from './onSlice';
import { holds } from './reach';
import type { VolumeView } from './view';

/** Longer than this, and people are told that something is going on. */
const patience_ms = 500;

const busy = new WeakSet<VolumeView>();

/** Adds what grows from a voxel to the selected mask, or to a new one; `erase` takes it out. */
export function growFrom(view: VolumeView, voxel: Vector3, erase = false): boolean {
  const { place } = view;
  const { host, session } = place;
  const stored = view.storedAt(voxel);
  if (session.state.readonly || busy.has(view) || stored === null) return true;
  if (!holds(view.reach, view.grid)(stored)) {
    notify(host, 'volume.seed_outside');
    return true;
  }
  const into = canvasOf(view);
  if (erase && !into) {
    notify(host, 'volume.select_to_erase');
    return true;
  }
  busy.add(view);
  const late = window.setTimeout(() => notify(host, 'volume.growing'), patience_ms);
  void ask(view, voxel)
    .then((found) => put(view, found, into, erase))
    .catch((problem: unknown) => {
      const detail = problem instanceof ApiError ? problem.detail : String(problem);
      notify(host, 'volume.not_grown', { detail });
    })
    .finally(() => {
      window.clearTimeout(late);
      busy.delete(view);
    });
  return true;
}

const ask = (view: VolumeView, [x, y, z]: Vector3): Promise<VolumeMask> => {
  const { low, high } = view.reach;
  const query = { x, y, z, time: view.time, low, high };
  return api.get<VolumeMask>(`${view.base}/grow`, { query });
};

/** The selected mask, if it is the only one and may be changed. */
function canvasOf({ place: { document, session, field } }: VolumeView): Region<VolumeMask> | null {
  const [id, more] = session.state.selection;
  const region = id === undefined || more !== undefined ? undefined : document.region(id);
  const isOpen = region?.on === field && session.editable([region.id]).length > 0;
  return isOpen && isVolumeMask(region.geometry) ? (region as Region<VolumeMask>) : null;
}

function put(
  { place, grid }: VolumeView,
  found: VolumeMask,
  into: Region<VolumeMask> | null,
  erase: boolean,
): void {
  const { document, session, ontology, field, host } = place;
  const now = into && document.region(into.id);
  // Somebody may have painted on meanwhile: it grows into what is there now.
  const before = now && isVolumeMask(now.geometry) ? now.geometry : null;
  const geometry = before ? joined(before, found, erase) : erase ? null : found;
  if (before && into && !geometry) document.removeRegions(into.id);
  else if (before && into && geometry) document.editRegion(into.id, { geometry });
  else if (geometry && Object.keys(geometry.slices).length) {
    const labels = regionLabelsOn(ontology, field).filter(({ kind }) => kind === 'mask');
    const label = labels.find(({ id }) => id === session.state.label) ?? labels[0];
    if (!label) return;
    const region = session.newRegion(label.id, field, geometry);
    document.putRegions(region);
    session.select([region.id]);
  }
  const measure = measureOf(found, grid);
  if (measure)
    notify(host, erase ? 'volume.shrunk' : 'volume.grown', { size: measureText(measure) });
}

/** Both masks as one, or the first without the second; null where nothing is left. */
export function joined(mask: VolumeMask, other: VolumeMask, erase: boolean): VolumeMask | null {
  const slices = new Map(Object.entries(mask.slices));
  for (const [z, part] of Object.entries(other.slices)) {
    const own = slices.get(z);
    if (!own) {
      if (!erase) slices.set(z, part);
      continue;
    }
    const [height, width] = own.size;
    const [bits, more] = [decode(own), decode(part)];
    for (let i = 0; i < bits.length; i++) if (more[i]) bits[i] = erase ? 0 : 1;
    if (bits.includes(1)) slices.set(z, encode(bits, height, width));
    else slices.delete(z);
  }
  return slices.size ? { plane: 'axial', slices: Object.fromEntries(slices) } : null;
}
