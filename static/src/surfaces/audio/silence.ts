/** Where silence ends and begins: what speech is cut at. */

/** Loudness of even buckets, the first of which begins at `from` seconds. */
export interface Loudness {
  readonly from: number;
  readonly bucket_s: number;
  readonly levels: ArrayLike<number>;
}

const shortest_quiet_s = 0.06;
const shortest_sound_s = 0.03;
/** A recording's own noise, and never less than this. */
const least_threshold = 0.004;

/** Between the noise of a recording and its sound: three times its quietest fifth. */
export function thresholdOf(levels: ArrayLike<number>): number {
  const sorted = Float32Array.from(levels).sort();
  const quiet = sorted[Math.floor(sorted.length * 0.2)] ?? 0;
  const loud = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  return Math.max(least_threshold, Math.min(quiet * 3, loud * 0.3));
}

/** Times at which sound begins after a pause, or ends before one. */
export function silenceEdges({ from, bucket_s, levels }: Loudness, threshold: number): number[] {
  const edges: number[] = [];
  const runs = longRuns(levels, threshold, bucket_s);
  for (let at = 1; at < runs.length; at++) edges.push(from + runs[at]!.first * bucket_s);
  return edges;
}

interface Run {
  readonly isSound: boolean;
  readonly first: number;
  length: number;
}
/** Runs of sound and of silence; what is too short to be meant belongs to what it interrupts. */
function longRuns(levels: ArrayLike<number>, threshold: number, bucket_s: number): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < levels.length; at++) {
    const isSound = levels[at]! > threshold;
    const last = runs.at(-1);
    if (last?.isSound === isSound) last.length++;
    else runs.push({ isSound, first: at, length: 1 });
  }
  const kept: Run[] = [];
  for (const run of runs) {
    const least = (run.isSound ? shortest_sound_s : shortest_quiet_s) / bucket_s;
    const last = kept.at(-1);
    if (last && (last.isSound === run.isSound || run.length < least)) last.length += run.length;
    else kept.push({ ...run });
  }
  return kept;
}
