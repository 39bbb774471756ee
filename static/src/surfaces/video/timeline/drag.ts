/** Pulling something along the time line: what the region becomes, from what it was. */
import type { Geometry, Region, Track } from '../../../core/region';
import { isTrackRegion } from '../../../core/track';
import { endAt, moveKeyframe } from '../../../core/trackEdits';
import { rangeOf, shifted } from '../ranges';
import type { VideoSource } from '../source';
import type { Hit } from './hit';
import { spanOf } from './rows';

type Held = Extract<Hit, { id: string }>;

/** The geometry once `held` was pulled from its frame to another; null where it cannot go. */
export function dragged(
  region: Region,
  held: Held,
  to: number,
  source: VideoSource,
): Geometry | null {
  if (isTrackRegion(region)) return draggedTrack(region.geometry, held, to, source.times.length);
  if (!('start' in region.geometry)) return null;
  const { times, duration } = source;
  const [start, end] = spanOf(region.geometry, times);
  switch (held.on) {
    case 'rangeStart':
      return rangeOf([Math.min(to, end - 1), end], times, duration);
    case 'rangeEnd':
      return rangeOf([start, Math.max(to + 1, start + 1)], times, duration);
    case 'range':
      return rangeOf(shifted([start, end], to - held.frame, times.length), times, duration);
    default:
      return null;
  }
}

function draggedTrack(track: Track, held: Held, to: number, frames: number): Track | null {
  if (held.on === 'keyframe') return moveKeyframe(track, held.frame, Math.min(to, frames - 1));
  if (held.on !== 'end') return null;
  const first = track.keyframes[0]!.frame;
  return endAt(track, Math.max(first + 1, Math.min(frames, to + 1)));
}
