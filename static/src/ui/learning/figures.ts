/** From the wire to what the plots are given. */
import type { Series, SeriesPoint } from '../charts/series';
import type { CurvePoint, Learning } from './wire';

export const curveSeries = (learning: Pick<Learning, 'curve'>, name: string): Series[] => [
  { id: 'model', name, tone: 'main', points: forward(learning.curve).map(point) },
];

/**
 * The measurements in order of time whose labels all stand: where labels were withdrawn, what was
 * measured with more of them before is left out, or the line would run backwards.
 */
export function forward<Point extends { readonly labels: number }>(
  measured: readonly Point[],
): Point[] {
  let least = Infinity;
  const standing = measured.toReversed().filter(({ labels }) => {
    const stands = labels < least;
    least = Math.min(least, labels);
    return stands;
  });
  return standing.toReversed();
}

const point = ({ labels, accuracy, low, high }: CurvePoint): SeriesPoint => ({
  x: labels,
  y: accuracy,
  low,
  high,
});

/** The version in use, or the newest when none is marked. */
export function activeVersion({ versions }: Pick<Learning, 'versions'>) {
  return (
    versions.find(({ active }) => active) ?? versions.toSorted((a, b) => b.number - a.number)[0]
  );
}

/** What happens next, and how many labels away it is. */
export type Stage = 'off' | 'cold' | 'one_class' | 'training' | 'waiting' | 'due';

type Facts = Pick<
  Learning,
  'state' | 'target' | 'balance' | 'new_labels' | 'retrain_after' | 'job'
>;

export function stageOf(learning: Facts): { stage: Stage; missing: number } {
  const { state, new_labels, retrain_after, job } = learning;
  const missing = Math.max(0, retrain_after - new_labels);
  if (state === 'off') return { stage: 'off', missing };
  if (state === 'training' || (job && (job.state === 'running' || job.state === 'queued')))
    return { stage: 'training', missing };
  if (state === 'cold') return { stage: onlyClass(learning) ? 'one_class' : 'cold', missing };
  return { stage: missing > 0 ? 'waiting' : 'due', missing };
}

/** The one class that every answer so far names, where a choice is learned: no model tells it apart. */
export function onlyClass({
  target,
  balance,
}: Pick<Learning, 'target' | 'balance'>): string | null {
  const given = balance.filter(({ labelled }) => labelled > 0);
  const only = target?.kind === 'choice' && given.length === 1 ? given[0]?.class : undefined;
  return only === undefined ? null : (target?.classes.find(({ id }) => id === only)?.name ?? only);
}

/** The filter of the task table that shows one bar of the histogram. */
export function barFilter(bin: { low: number; high: number }): string {
  const tidy = (value: number) => String(Math.round(value * 1000) / 1000);
  const high = bin.high >= 1 ? '' : ` and score < ${tidy(bin.high)}`;
  return `state = "open" and score >= ${tidy(bin.low)}${high}`;
}
