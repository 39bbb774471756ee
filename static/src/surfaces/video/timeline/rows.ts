/** What the time line shows: a lane for each kind of range, then a row for each track. */
import {
  colourOf,
  findClass,
  findLabel,
  nameOf,
  regionLabelsOn,
  type Ontology,
} from '../../../core/ontology';
import { isSuggested, type Region, type TimeRange, type Track } from '../../../core/region';
import { isTrackRegion, visibleIntervals, type Interval } from '../../../core/track';
import { frameAtTime } from '../times';

interface Common {
  readonly id: string;
  readonly colour: string;
  readonly isSuggested: boolean;
  readonly name: string;
}
export interface TrackRow extends Common {
  readonly kind: 'track';
  readonly track: Track;
  readonly spans: readonly Interval[];
  /** The first frame without the object, if one was set. */
  readonly end: number | undefined;
}
export interface RangeBar extends Common {
  readonly span: Interval;
}
/** Ranges that meet lie in lanes below one another. */
export interface RangeRow {
  readonly kind: 'ranges';
  readonly label: string;
  readonly name: string;
  readonly bars: readonly RangeBar[];
}
export type Row = TrackRow | RangeRow;

const isRange = (region: Region): region is Region<TimeRange> => 'start' in region.geometry;

/** By frame numbers where they are said; ranges made elsewhere may say times only. */
export function spanOf(
  { start, end, start_frame, end_frame }: TimeRange,
  times: Float64Array,
): Interval {
  // A time a hair before a frame is that frame: numbers were rounded on their way.
  const first = start_frame ?? frameAtTime(times, start + 1e-6);
  const last = frameAtTime(times, end - 1e-6);
  return [first, Math.max(first + 1, end_frame ?? last + 1)];
}

export function rowsOf(
  regions: readonly Region[],
  ontology: Ontology,
  field: string,
  times: Float64Array,
): Row[] {
  const common = (region: Region): Common => {
    const label = findLabel(ontology, region.label);
    const named = findClass(label, region.class) ?? label;
    return {
      id: region.id,
      colour: colourOf(label, region.class),
      isSuggested: isSuggested(region),
      name: named ? nameOf(named) : region.label,
    };
  };
  const ranges = regions.filter(isRange);
  const lanes = regionLabelsOn(ontology, field)
    .filter(({ kind }) => kind === 'range')
    .flatMap((label) => {
      const mine = ranges.filter((region) => region.label === label.id);
      const bars = mine.map((region) => ({
        ...common(region),
        span: spanOf(region.geometry, times),
      }));
      return stacked(bars).map((lane, i): RangeRow => {
        const name = i ? '' : nameOf(label);
        return { kind: 'ranges', label: label.id, name, bars: lane };
      });
    });
  const tracks = regions.filter(isTrackRegion).map((region): TrackRow => {
    const { geometry: track } = region;
    const spans = visibleIntervals(track, times.length);
    return { kind: 'track', ...common(region), track, spans, end: track.end };
  });
  const first = ({ track }: TrackRow): number => track.keyframes[0]!.frame;
  return [...lanes, ...tracks.sort((a, b) => first(a) - first(b))];
}

/** At least one lane, so that there is somewhere to draw the first. */
function stacked(bars: readonly RangeBar[]): RangeBar[][] {
  const lanes: RangeBar[][] = [[]];
  for (const bar of [...bars].sort((a, b) => a.span[0] - b.span[0])) {
    const free = lanes.find((lane) => (lane.at(-1)?.span[1] ?? -1) <= bar.span[0]);
    if (free) free.push(bar);
    else lanes.push([bar]);
  }
  return lanes;
}
