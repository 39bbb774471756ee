/** Moments of a series in the zone a person chose. */

/** `stored`: as the series' own stamps say it. */
export type Zone = 'utc' | 'stored' | 'local';

/** Seconds since 1970; a stamp without a zone is read as UTC, as the server reads it. */
export const secondsOf = (stamp: string): number => {
  const text = stamp.trim().replace(' ', 'T');
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(text);
  const isDay = !text.includes('T');
  return Date.parse(hasZone || isDay ? text : `${text}Z`) / 1000;
};

/** Minutes east of Greenwich. */
export function offsetOf(zone: Zone, stored: string, at: number): number {
  if (zone === 'local') return -new Date(at * 1000).getTimezoneOffset();
  const found = zone === 'stored' && /^([+-])(\d\d):?(\d\d)/.exec(stored);
  if (!found) return 0;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
}

/** `Z` or `+01:00`. */
export function nameOffset(minutes: number): string {
  if (!minutes) return 'UTC';
  const size = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

interface Parts {
  readonly day: string;
  readonly minute: string;
  readonly second: string;
  readonly part: string;
}
function parts(at: number, offset: number): Parts {
  const stamp = new Date(Math.round((at + offset * 60) * 1000)).toISOString();
  return {
    day: stamp.slice(0, 10),
    minute: stamp.slice(11, 16),
    second: stamp.slice(11, 19),
    part: stamp.slice(19, 23),
  };
}

/** The day, and the time to what a step needs. */
export function moment(at: number, offset: number, step: number): string {
  const { day, minute, second, part } = parts(at, offset);
  if (step >= 86_400) return day;
  if (step >= 60) return `${day} ${minute}`;
  return step >= 1 ? `${day} ${second}` : `${day} ${second}${part}`;
}

/** As short as a tick may be: the day only where it begins. */
export function tickName(at: number, offset: number, step: number): string {
  const { day, minute, second, part } = parts(at, offset);
  if (step >= 86_400 || (minute === '00:00' && step >= 60)) return day;
  if (step >= 60) return minute;
  return step >= 1 ? second : `${second}${part}`;
}

const DAY = /^(\d{4}-)\d\d-\d\d /;
/** Two moments; the day, or the year, is named once where it is the same. */
export function between(from: string, to: string): string {
  const same = (DAY.exec(from) ?? []).find((part) => to.startsWith(part)) ?? '';
  return `${from} – ${to.slice(same.length)}`;
}
