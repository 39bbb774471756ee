/** The lines of a run's plot: all sites together, and each one where no secure sum hides it. */
import type { Series, SeriesPoint } from '../../charts/series';
import type { Round, SharedModel } from '../wire';

/** x counts rounds behind the model: a round measures the model that it began with. */
export function curvesOf(
  rounds: readonly Round[],
  models: readonly SharedModel[],
  name: string,
): Series[] {
  const began = rounds.filter((round) => round.state === 'done' && round.accuracy !== null);
  const all: SeriesPoint[] = began.map((round, at) => ({ x: at, y: round.accuracy ?? 0 }));
  const last = models.reduce<SharedModel | null>(
    (newest, model) => (newest && newest.number > model.number ? newest : model),
    null,
  );
  // The model that the last round ended with is measured at the end of the run.
  if (last?.accuracy != null && last.round === began.at(-1)?.number)
    all.push({ x: began.length, y: last.accuracy, low: last.low, high: last.high });
  return [
    { id: 'all', name, tone: 'main', points: all },
    ...sitesOf(began).map((site) => ({
      id: site,
      name: site,
      tone: 'other' as const,
      points: began.flatMap(({ by_site }, x): SeriesPoint[] => {
        const accuracy = by_site[site]?.accuracy;
        return accuracy == null ? [] : [{ x, y: accuracy }];
      }),
    })),
  ];
}

function sitesOf(rounds: readonly Round[]): string[] {
  return [...new Set(rounds.flatMap(({ by_site }) => Object.keys(by_site)))].sort();
}
