/** When a region is, in the few words of its row: seconds of a sound, frames of a video. */
import type { Region } from '../../core/region';
import { isTrackRegion } from '../../core/track';
import { clock } from '../../surfaces/video/times';
import { t } from '../../text';

/** Null for regions that are nowhere in time. */
export function timeWords(region: Region): string | null {
  const { geometry } = region;
  if (isTrackRegion(region)) {
    const { keyframes, end } = region.geometry;
    const last = end === undefined ? '' : String(end - 1);
    const from = String(keyframes[0]!.frame);
    return t('video.region_track', { from, to: last, count: keyframes.length });
  }
  if (!('start_frame' in geometry) || !('start' in geometry)) return null;
  const { start, end, start_frame: from = 0, end_frame: to = 0 } = geometry;
  const times = { start: clock(start, 1), end: clock(end, 1) };
  return t('video.region_range', { from: String(from), to: String(to - 1), ...times });
}
