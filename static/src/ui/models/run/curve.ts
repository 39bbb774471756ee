/** A training's curve as it comes in pieces, and as plots take it. */
import { formatNumber } from '../../../text';
import type { Series } from '../../charts/series';
import type { Point, TrainingNews, WholeRun } from '../wire';

/** The run as it is after one more word of it; what was known already, or is made again, takes its old place. */
export function merged(run: WholeRun, news: TrainingNews): WholeRun {
  const next = { ...run, state: news.state };
  if (news.points?.length) {
    const first = news.points[0]!.epoch;
    next.curve = [...run.curve.filter(({ epoch }) => epoch < first), ...news.points];
    next.epoch = next.curve.at(-1)!.epoch;
  }
  const { line, trial } = news;
  if (line) {
    const others = run.log.filter(({ at, code }) => at !== line.at || code !== line.code);
    next.log = [...others, line];
  }
  if (trial) next.tried = [...run.tried.filter((one) => one.number !== trial.number), trial];
  return next;
}

export function lossSeries(
  curve: readonly Point[],
  names: { train: string; validation: string },
): Series[] {
  const train = curve.map((point) => ({ x: point.epoch, y: point.train_loss }));
  const validation = curve.flatMap((point) =>
    point.validation_loss === null ? [] : [{ x: point.epoch, y: point.validation_loss }],
  );
  const both: Series[] = [
    { id: 'train', name: names.train, tone: validation.length ? 'other' : 'main', points: train },
    { id: 'validation', name: names.validation, tone: 'main', points: validation },
  ];
  return both.filter((one) => one.points.length);
}

/** Losses span decades: small ones get more digits. */
export const formatLoss = (loss: number): string =>
  formatNumber(loss, loss < 0.01 ? 4 : loss < 1 ? 3 : 2);

export function accuracySeries(curve: readonly Point[], name: string): Series[] {
  const points = curve.flatMap((point) =>
    point.validation_accuracy === null ? [] : [{ x: point.epoch, y: point.validation_accuracy }],
  );
  return points.length ? [{ id: 'accuracy', name, tone: 'main', points }] : [];
}

/** The epoch with the least validation loss: what becomes the version. */
export function bestOf(curve: readonly Point[]): Point | undefined {
  return curve
    .filter((point) => point.validation_loss !== null)
    .toSorted((a, b) => a.validation_loss! - b.validation_loss!)[0];
}
