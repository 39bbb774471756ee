/** What a value says at a glance, whatever its type: its first words, and how much of it there is. */
import type { FieldValue, MediaValue } from '../../live/types';
import { formatDuration, formatNumber, t } from '../../text';

type Loose = Readonly<Record<string, unknown>>;

export function isMedia(value: unknown): value is MediaValue {
  return isObject(value) && typeof value.url === 'string';
}

/** The words of a text, of HTML as it is read, of a dialogue's first turn, of a table's columns. */
export function wordsOf(value: FieldValue | undefined): string | null {
  if (typeof value === 'string') return value;
  if (isMedia(value)) return null;
  if (isObject(value) && 'html' in value && typeof value.text === 'string') return value.text;
  const turn = turnsOf(value).find((each) => saidIn(each));
  if (turn) return [roleOf(turn), saidIn(turn)].filter(Boolean).join(': ');
  const names = columnsOf(value);
  return names.length ? names.join(' · ') : null;
}

/** Seconds, pages, points, rows, slices, turns: what tells two files of one type apart. */
export function measuresOf(value: FieldValue | undefined): string[] {
  const found = isMedia(value) ? ofMedia(value) : ofInline(value);
  return found.flatMap(([name, amount]) =>
    amount > 0
      ? [name === 'duration' ? formatDuration(amount) : t(`base.measure.${name}`, sized(amount))]
      : [],
  );
}

type Amount = readonly [
  name: 'duration' | 'pages' | 'points' | 'rows' | 'slices' | 'turns',
  count: number,
];

function ofMedia({ duration, facts = {} }: MediaValue): Amount[] {
  return [
    ['duration', duration ?? 0],
    ['pages', countOf(facts.pages)],
    ['points', countOf(facts.points)],
    ['rows', countOf(facts.rows)],
    ['slices', countOf(facts.depth)],
  ];
}

function ofInline(value: FieldValue | undefined): Amount[] {
  const rows = isObject(value) && Array.isArray(value.rows) ? value.rows.length : 0;
  return [
    ['turns', turnsOf(value).length],
    ['rows', rows || (columnsOf(value).length ? countOf(value) : 0)],
  ];
}

const sized = (count: number) => ({ count, shown: formatNumber(count) });
/** A decoder says a number, or one entry for each. */
const countOf = (fact: unknown): number =>
  typeof fact === 'number' ? fact : Array.isArray(fact) ? fact.length : 0;
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys are those of the programs that write dialogues; the server's reader knows the same. */
const TEXTS = ['text', 'content', 'value'];
const ROLES = ['role', 'from', 'speaker'];
const firstText = (from: Loose, keys: string[]): string =>
  keys.map((key) => from[key]).find((each): each is string => typeof each === 'string') ?? '';
const saidIn = (turn: Loose): string => firstText(turn, TEXTS);
const roleOf = (turn: Loose): string => firstText(turn, ROLES);

function turnsOf(value: unknown): Loose[] {
  const list = isObject(value) ? value.turns : value;
  return Array.isArray(list)
    ? list.filter((each): each is Loose => isObject(each) && roleOf(each) !== '')
    : [];
}

function columnsOf(value: unknown): string[] {
  if (isObject(value) && Array.isArray(value.columns) && Array.isArray(value.rows))
    return value.columns.map((each) => (isObject(each) ? String(each.name) : String(each)));
  const first: unknown = Array.isArray(value) ? value[0] : null;
  return isObject(first) && !turnsOf(value).length ? Object.keys(first) : [];
}
