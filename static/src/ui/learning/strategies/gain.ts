/** What a comparison of strategies comes to, and no more than its intervals carry. */
import type { Outcome, Replay } from './wire';

export interface Gain {
  readonly kind: 'fewer' | 'open' | 'unreached' | 'alone';
  readonly best: Outcome;
  readonly baseline: Outcome | null;
}

/** Best is who reached the target in most runs, and of those with the fewest labels. */
export function gainOf(replay: Replay, baseline: string): Gain | null {
  const ranked = replay.outcomes.toSorted(
    (a, b) => b.labels.reached - a.labels.reached || a.labels.mean - b.labels.mean,
  );
  const best = ranked.find(({ strategy }) => strategy !== baseline) ?? ranked[0];
  if (!best) return null;
  const base = replay.outcomes.find(({ strategy }) => strategy === baseline) ?? null;
  if (best.labels.reached < replay.seeds) return { kind: 'unreached', best, baseline: base };
  if (!base || base === best) return { kind: 'alone', best, baseline: null };
  const isFewer = best.labels.high < base.labels.low;
  return { kind: isFewer ? 'fewer' : 'open', best, baseline: base };
}
