/** From the wire to what the plots are given. */
import type { Series, SeriesPoint } from '../charts/series';
import type { CurvePoint, Learning } from './wire';

export const curveSeries = (learning: Pick<Learning, 'curve'>, name: string): Series[] => [
  { id: 'model', name, tone: 'main', points: learning.curve.map(point) },
];

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
export type Stage = 'off' | 'cold' | 'training' | 'waiting' | 'due';

export function stageOf({
  state,
  new_labels,
  retrain_after,
  job,
}: Pick<Learning, 'state' | 'new_labels' | 'retrain_after' | 'job'>): {
  stage: Stage;
  missing: number;
} {
  const missing = Math.max(0, retrain_after - new_labels);
  if (state === 'off') return { stage: 'off', missing };
  if (state === 'training' || (job && (job.state === 'running' || job.state === 'queued')))
    return { stage: 'training', missing };
  if (state === 'cold') return { stage: 'cold', missing };
  return { stage: missing > 0 ? 'waiting' : 'due', missing };
}

/** The filter of the task table that shows one bar of the histogram. */
export function barFilter(bin: { low: number; high: number }): string {
  const tidy = (value: number) => String(Math.round(value * 1000) / 1000);
  const high = bin.high >= 1 ? '' : ` and score < ${tidy(bin.high)}`;
  return `state = "open" and score >= ${tidy(bin.low)}${high}`;
}
