/** What the commands do to the selected tracks and ranges; each is one undo step. */
import type { Geometry, Region, Track } from '../../core/region';
import { isTrackRegion, keyframeAt, proposedFrames, shapeAt } from '../../core/track';
import {
  confirmAt,
  confirmProposed,
  copyForward,
  endAt,
  merge,
  rejectProposed,
  setFlag,
  split,
  startAt,
  toggleKeyframe,
} from '../../core/trackEdits';
import { regionLabelsOn } from '../../core/ontology';
import { newId, vouch } from '../../core/region';
import { notify } from '../notice';
import { followOn, tracksOf } from './following';
import { rangeOf } from './ranges';
import { videoSettings } from './settings';
import { spanOf } from './timeline/rows';
import type { VideoView } from './view';

export type Act = (view: VideoView) => boolean;

const mine = ({ place }: VideoView): Region[] => {
  const ids = new Set(place.session.editable(place.session.state.selection));
  return place.session.selected.filter((region) => ids.has(region.id) && region.on === place.field);
};

/** Changes every selected region that the edit means something for. */
const onEach =
  (edit: (region: Region, view: VideoView) => Geometry | null): Act =>
  (view) => {
    const changes = mine(view).flatMap((region) => {
      const geometry = edit(region, view);
      return geometry ? [[region.id, geometry] as const] : [];
    });
    view.place.document.transact(() => {
      for (const [id, geometry] of changes) view.place.document.editRegion(id, { geometry });
    });
    return changes.length > 0;
  };
const onTracks = (edit: (track: Track, view: VideoView) => Track | null): Act =>
  onEach((region, view) => (isTrackRegion(region) ? edit(region.geometry, view) : null));

/** All on, unless all are on already. */
const flag = (name: 'outside' | 'occluded'): Act => {
  const isOn = (track: Track, frame: number): boolean => keyframeAt(track, frame)?.[name] === true;
  return (view) => {
    const { frame } = view;
    const tracks = mine(view).filter(isTrackRegion);
    const value = !tracks.every(({ geometry }) => isOn(geometry, frame));
    const isDone = onTracks((track) => {
      // Before it begins and after it ends there is nothing to flag.
      return keyframeAt(track, frame) && setFlag(track, frame, name, value);
    })(view);
    if (!isDone && tracks.length) notify(view.place.host, 'video.never_seen');
    return isDone;
  };
};

function splitHere(view: VideoView): boolean {
  const { document, session } = view.place;
  const [region] = mine(view).filter(isTrackRegion);
  const parts = region && split(region.geometry, view.frame);
  if (!parts) {
    if (region) notify(view.place.host, 'video.no_split');
    return false;
  }
  const whole = vouch(region, true);
  const rest = { ...whole, id: newId(), geometry: parts[1] };
  document.putRegions({ ...whole, geometry: parts[0] }, rest);
  session.select([rest.id]);
  return true;
}

function mergeSelected(view: VideoView): boolean {
  const { document, session, host } = view.place;
  const tracks = mine(view).filter(isTrackRegion);
  const begin = ({ geometry }: Region<Track>): number => geometry.keyframes[0]!.frame;
  const [first, ...others] = tracks.sort((a, b) => begin(a) - begin(b));
  if (!first || !others.length) {
    notify(host, 'video.merge_two');
    return true;
  }
  const whole = others.reduce<Track | null>(
    (all, { geometry, label }) => (all && label === first.label ? merge(all, geometry) : null),
    first.geometry,
  );
  if (!whole) {
    notify(host, 'video.no_merge');
    return true;
  }
  document.transact(() => {
    document.editRegion(first.id, { geometry: whole });
    document.absorb(first.id, ...others.map(({ id }) => id));
  });
  session.select([first.id]);
  return true;
}

/** A range of one second, or of what is left, from here on. */
export function newRange(view: VideoView): boolean {
  const { place, source, frame } = view;
  const labels = regionLabelsOn(place.ontology, place.field).filter(({ kind }) => kind === 'range');
  const label = labels.find(({ id }) => id === place.session.state.label) ?? labels[0];
  if (!label || place.session.state.readonly) return false;
  const start = source.times[frame]!;
  const rest = source.times.findIndex((time) => time >= start + 1);
  const geometry = rangeOf([frame, rest < 0 ? view.frames : rest], source.times, source.duration);
  const region = place.session.newRegion(label.id, place.field, geometry);
  place.document.putRegions(region);
  place.session.select([region.id]);
  return true;
}

/** The label that is active, or the only one there is, says what a new region is. */
export const meansRange = ({ place }: VideoView): boolean => {
  const labels = regionLabelsOn(place.ontology, place.field);
  const active = labels.find(({ id }) => id === place.session.state.label);
  return (active ?? labels[0])?.kind === 'range';
};

/** Through the keyframes of the selected tracks, and the ends of ranges; of all, if none is selected. */
const toKey =
  (by: 1 | -1): Act =>
  (view) => {
    const { place, source, wanted } = view;
    const selected = place.session.selected.filter(({ on }) => on === place.field);
    const regions = selected.length ? selected : place.document.regions(place.field);
    const keys = regions.flatMap((region) => framesOf(region, source.times));
    const ahead = keys.filter((frame) => (frame - wanted) * by > 0 && frame < view.frames);
    if (!ahead.length) return true;
    view.goTo(by > 0 ? Math.min(...ahead) : Math.max(...ahead));
    return true;
  };
function framesOf(region: Region, times: Float64Array): readonly number[] {
  if (isTrackRegion(region)) {
    const { keyframes, end } = region.geometry;
    return [...keyframes.map(({ frame }) => frame), ...(end === undefined ? [] : [end - 1])];
  }
  const { geometry } = region;
  if (!('start' in geometry) || 'turn' in geometry) return [];
  const [start, end] = spanOf(geometry, times);
  return [start, end - 1];
}

/** To the next keyframe that a tracker proposed, of whatever track; from the last to the first. */
const toProposed: Act = (view) => {
  const { place, wanted } = view;
  const { session } = place;
  const waiting = place.document
    .regions(place.field)
    .flatMap((region) => proposedFrames(region).map((frame) => ({ id: region.id, frame })))
    .sort((a, b) => a.frame - b.frame);
  const chosen = session.state.selection.at(-1);
  const at = waiting.findIndex(({ id, frame }) => id === chosen && frame === wanted);
  const ahead = waiting.find(({ frame }) => frame >= wanted);
  const next = (at < 0 ? ahead : waiting[at + 1]) ?? waiting[0];
  if (!next) return false;
  session.select([next.id]);
  view.goTo(next.frame);
  return true;
};

/** What is shown is right: the next one, please. A frame that is still on its way was not seen. */
const confirmHere: Act = (view) => {
  if (view.frame !== view.wanted) return true;
  const isDone = onTracks((track, { frame }) => confirmAt(track, frame))(view);
  return toProposed(view) || isDone;
};

/** The object is seen up to this frame; a range ends with it. */
const endHere = onEach((region, { frame, source }) => {
  const { geometry } = region;
  if (isTrackRegion(region)) return endAt(region.geometry, frame + 1);
  if (!('start' in geometry)) return null;
  const [start] = spanOf(geometry, source.times);
  return frame < start ? null : rangeOf([start, frame + 1], source.times, source.duration);
});
const startHere = onEach((region, { frame, source }) => {
  const { geometry } = region;
  if (isTrackRegion(region)) return startAt(region.geometry, frame);
  if (!('start' in geometry)) return null;
  const [, end] = spanOf(geometry, source.times);
  return frame >= end ? null : rangeOf([frame, end], source.times, source.duration);
});

export const acts: { readonly [command: string]: Act } = {
  'track.keyframe': onTracks((track, { frame }) => toggleKeyframe(track, frame)),
  'track.outside': flag('outside'),
  'track.occluded': flag('occluded'),
  'track.start': startHere,
  'track.end': endHere,
  'track.endless': onTracks((track) => endAt(track, undefined)),
  'track.split': splitHere,
  'track.merge': mergeSelected,
  'track.copyOn': onTracks((track, { frame, frames }) =>
    shapeAt(track, frame) ? copyForward(track, frame, videoSettings().copies, frames) : null,
  ),
  'track.follow': (view) => followOn(view, tracksOf(mine(view))),
  'track.nextProposed': toProposed,
  'track.confirmHere': confirmHere,
  'track.range': newRange,
  'region.accept': onTracks(confirmProposed),
  'region.reject': onTracks(rejectProposed),
  'frame.nextKeyframe': toKey(1),
  'frame.previousKeyframe': toKey(-1),
};
