/** From judgements to rows and cells. */
import type { UserName } from '../../live/types';
import type { AnnotatorRow, ConsensusRow, Pair } from './wire';

export const shortName = (user: UserName): string => user.name || user.username;

/** Where somebody's page is, within their project. */
export const personPath = (username: string): string =>
  `quality/people/${encodeURIComponent(username)}`;

/** A count as one would say it: nobody knows the last digits of a forecast. */
export function about(value: number): number {
  if (value < 10) return Math.round(value * 10) / 10;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.round(value / unit) * unit;
}

export interface PairTable {
  readonly people: readonly UserName[];
  /** [row][column], null on the diagonal and where two people share no task. */
  readonly cells: readonly (readonly (Pair | null)[])[];
}

/** Everybody who shares a task with somebody, and what each two of them agree. */
export function pairTable(pairs: readonly Pair[]): PairTable {
  const people = [
    ...new Map(pairs.flatMap(({ a, b }) => [a, b]).map((user) => [user.id, user])).values(),
  ].toSorted((a, b) => shortName(a).localeCompare(shortName(b)));
  const found = new Map(
    pairs.flatMap((pair) => [
      [`${pair.a.id} ${pair.b.id}`, pair] as const,
      [`${pair.b.id} ${pair.a.id}`, pair] as const,
    ]),
  );
  return {
    people,
    cells: people.map((a) => people.map((b) => found.get(`${a.id} ${b.id}`) ?? null)),
  };
}

/** How dark a cell is: chance agreement and below is blank, full agreement darkest. */
export const shade = (value: number | null): number | null =>
  value === null ? null : Math.max(0, Math.min(1, value));

export type Grade = 'good' | 'fair' | 'poor';
/** The usual reading of chance-corrected agreement (Krippendorff 2004: 0.8 reliable, 0.667 tentative). */
export const gradeOf = (value: number): Grade =>
  value >= 0.8 ? 'good' : value >= 2 / 3 ? 'fair' : 'poor';

export type Key =
  | 'name'
  | 'count'
  | 'accuracy'
  | 'per_hour'
  | 'agreement'
  | 'consistency'
  | 'gold_accuracy'
  | 'last_active';

/** Rows in an order ("-count": falling); what is unknown always comes last. */
export function sortRows(rows: readonly AnnotatorRow[], order: string): AnnotatorRow[] {
  const falling = order.startsWith('-');
  const key = order.replace(/^-/, '') as Key;
  const valueOf = (row: AnnotatorRow) => (key === 'name' ? shortName(row.user) : row[key]);
  return rows.toSorted((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    const by =
      typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y));
    return falling ? -by : by;
  });
}

export function votesOf({ votes }: ConsensusRow): number {
  return typeof votes === 'number'
    ? votes
    : Object.values(votes).reduce((sum, count) => sum + count, 0);
}

/** Whether a list needs a column that names the question: with one there is nothing to tell. */
export function asksSeveral(rows: readonly { readonly label: string }[]): boolean {
  return new Set(rows.map((row) => row.label)).size > 1;
}
