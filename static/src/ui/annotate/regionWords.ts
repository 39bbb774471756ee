/**
 * When or where a region is, in the few words of its row: frames of a video, the turn of a
 * dialogue, the cell of a table.
 */
import type { Region } from '../../core/region';
import { isProposed, isTrackRegion } from '../../core/track';
import type { View } from '../../surfaces/surface';
import { clock } from '../../surfaces/video/times';
import { hasText, t } from '../../text';

/** Null for regions that are nowhere in time or in a list. */
export function timeWords(region: Region): string | null {
  const { geometry } = region;
  if (isTrackRegion(region)) {
    const { keyframes, end, shape } = region.geometry;
    // Videos number their frames from 0, as their files do; a drive shows "1 of 8".
    const first = shape === 'cuboid' ? 1 : 0;
    const from = String(keyframes[0]!.frame + first);
    const lasts = { from, to: String((end ?? 0) - 1 + first), count: keyframes.length };
    const words = t(end === undefined ? 'video.region_endless' : 'video.region_track', lasts);
    const proposed = keyframes.filter(isProposed).length;
    return proposed ? `${words} · ${t('video.region_proposed', { count: proposed })}` : words;
  }
  if ('row' in geometry) {
    const row = geometry.row + 1;
    const { column } = geometry;
    return column === undefined ? t('table.row', { row }) : t('table.cell', { row, column });
  }
  if ('turn' in geometry && geometry.turn !== undefined) {
    const turn = geometry.turn + 1;
    const said = region.text?.replace(/\s+/g, ' ').slice(0, 80);
    return said ? t('dialogue.region_span', { turn, text: said }) : t('dialogue.region', { turn });
  }
  const slices = sliceRange(geometry);
  if (slices) return slices;
  if (!('start_frame' in geometry) || !('start' in geometry)) return null;
  const { start, end, start_frame: from = 0, end_frame: to = 0 } = geometry;
  const times = { start: clock(start, 1), end: clock(end, 1) };
  return t('video.region_range', { from: String(from), to: String(to - 1), ...times });
}

/** Whose suggestion it is: a pre-labeler by its name, a model by its version. */
export function sourceName(version: string | number): string {
  const [kind, prelabeler] = String(version).split(':');
  const key = `prelabelers.of.${prelabeler}.name`;
  if (kind === 'prelabeler' && hasText(key)) return t(key);
  const [made] = String(prelabeler).split('-');
  if (kind === 'prelabeler' && hasText(`flows.made.${made}`)) return t(`flows.made.${made}`);
  return t('annotate.region.version', { version: String(version) });
}

/** A range as its axis names it, else as the seconds it lasts from and to; an instant as its one. */
export function stretchWords({ geometry }: Region, view?: View): string {
  if (!('start' in geometry)) return '';
  const named = view?.nameRange?.(geometry.start, geometry.end);
  if (named) return named;
  const [start, end] = [geometry.start, geometry.end].map((time) => clock(time, 2));
  return start === end ? start! : `${start} – ${end}`;
}

/** On which slices of a volume, counted from 1 as the planes count them. */
function sliceRange(geometry: Region['geometry']): string | null {
  if ('slices' in geometry) {
    const numbers = Object.keys(geometry.slices).map(Number);
    return slicesText('axial', Math.min(...numbers), Math.max(...numbers));
  }
  if ('depth' in geometry)
    return slicesText('axial', geometry.z, Math.ceil(geometry.z + geometry.depth) - 1);
  return 'plane' in geometry ? slicesText(geometry.plane, geometry.slice, geometry.slice) : null;
}

function slicesText(plane: string, first: number, last: number): string {
  const from = Math.floor(first) + 1;
  const names = { plane: t(`volume.planes.${plane}`), from: String(from), to: String(last + 1) };
  return t(from === last + 1 ? 'volume.region_slice' : 'volume.region_slices', names);
}
