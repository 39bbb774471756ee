/** Groups of like tasks: how large, how far labelled, how doubtful; another way to a selection than the lasso. */
import { DOUBT_STEPS, GONE, NO_DOUBT, NOTHING, type Facts, type Points } from './wire';

export interface Group {
  readonly id: number;
  readonly tasks: number;
  readonly labelled: number;
  /** Mean uncertainty of those that a model has looked at. */
  readonly doubt: number | null;
  /** The class most of its labels are of, or most guesses where it has none; a place in the legend. */
  readonly mostly: number;
  readonly x: number;
  readonly y: number;
}

export function groupsOf(points: Points, facts: Facts): Group[] {
  const sums = Array.from({ length: points.groups }, () => ({
    tasks: 0,
    labelled: 0,
    doubt: 0,
    looked: 0,
    x: 0,
    y: 0,
    labels: new Map<number, number>(),
    guesses: new Map<number, number>(),
  }));
  for (let i = 0; i < points.x.length; i++) {
    const sum = sums[points.group[i]!];
    if (!sum || facts.state[i] === GONE) continue;
    sum.tasks++;
    sum.x += points.x[i]!;
    sum.y += points.y[i]!;
    if (facts.label[i] !== NOTHING) sum.labelled++;
    if (facts.doubt[i] !== NO_DOUBT) {
      sum.looked++;
      sum.doubt += facts.doubt[i]! / DOUBT_STEPS;
    }
    count(sum.labels, facts.label[i]!);
    count(sum.guesses, facts.predicted[i]!);
  }
  return sums
    .map((sum, id) => ({
      id,
      tasks: sum.tasks,
      labelled: sum.labelled,
      doubt: sum.looked ? sum.doubt / sum.looked : null,
      mostly: most(sum.labels) || most(sum.guesses),
      x: sum.x / sum.tasks,
      y: sum.y / sum.tasks,
    }))
    .filter(({ tasks }) => tasks > 0)
    .sort((a, b) => b.tasks - a.tasks);
}

function count(into: Map<number, number>, key: number): void {
  if (key !== NOTHING) into.set(key, (into.get(key) ?? 0) + 1);
}
function most(counts: Map<number, number>): number {
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [NOTHING, 0])[0];
}
