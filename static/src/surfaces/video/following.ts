/** Follows the selected boxes from the frame shown on: asks the server, then sets keyframes in one step. */
import { joined, withFollowed, type FollowedBoxes } from '../../core/following';
import type { Box, Region, Track } from '../../core/region';
import { isProposed, isTrackRegion, shapeAt } from '../../core/track';
import { notify } from '../notice';
import type { VideoView } from './view';

/** As the server has it, see the view `follow` of videos. */
export interface Followed {
  readonly boxes: readonly (Box & { readonly frame: number })[];
  readonly is_lost: boolean;
}
/** Without a mark of a person ahead, so many frames are followed at a time. */
const reach = 60;
const most = 240;

export function followOn(view: VideoView, tracks: readonly Region<Track>[]): boolean {
  const seen = tracks.filter(({ geometry }) => geometry.shape === 'box');
  const here = seen.filter(({ geometry }) => shapeAt(geometry, view.frame));
  if (!here.length) {
    notify(view.place.host, 'video.follow_box');
    return tracks.length > 0;
  }
  notify(view.place.host, 'video.following');
  void Promise.all(here.map((region) => ask(view, region)))
    .then((found) => set(view, found))
    .catch(() => notify(view.place.host, 'video.not_followed'));
  return true;
}

interface Answer {
  readonly region: Region<Track>;
  readonly span: readonly [number, number];
  readonly start: Box;
  readonly boxes: FollowedBoxes;
  readonly isLost: boolean;
}

async function ask(view: VideoView, region: Region<Track>): Promise<Answer> {
  const { frame, source } = view;
  const start = shapeAt(region.geometry, frame) as Box;
  const next = region.geometry.keyframes.find((one) => one.frame > frame && !isProposed(one));
  const last = Math.min(next?.frame ?? frame + reach, frame + most, view.frames - 1);
  const span = [frame, Math.max(last, frame)] as const;
  if (last <= frame) return { region, span, start, boxes: new Map(), isLost: false };
  const onward = await source.follow(frame, last, start);
  const isMarked = next?.frame === last && !next.outside;
  if (!isMarked) return { region, span, start, boxes: mapOf(onward), isLost: onward.is_lost };
  const back = await source.follow(last, frame, next.geometry as Box);
  const boxes = joined(span, mapOf(onward), mapOf(back));
  return { region, span, start, boxes, isLost: onward.is_lost && back.is_lost };
}

const mapOf = ({ boxes }: Followed): FollowedBoxes =>
  new Map(boxes.map(({ frame, x, y, width, height }) => [frame, { x, y, width, height }]));

/** Tracks that were changed meanwhile are left as they are. */
function set(view: VideoView, found: readonly Answer[]): void {
  const { document, host } = view.place;
  const fresh = found.filter(({ region }) => document.region(region.id) === region);
  let count = 0;
  let until = view.frame;
  document.transact(() => {
    for (const { region, span, start, boxes } of fresh) {
      const { track, made } = withFollowed(region.geometry, span, start, boxes);
      document.editRegion(region.id, { geometry: track });
      count += made.length;
      until = Math.max(until, ...boxes.keys());
    }
  });
  const isLost = fresh.some((one) => one.isLost);
  notify(host, isLost ? 'video.followed_lost' : 'video.followed', { count, frame: until });
}

export const tracksOf = (regions: readonly Region[]): Region<Track>[] =>
  regions.filter(isTrackRegion);
