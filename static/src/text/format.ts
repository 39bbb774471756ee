/** Numbers, shares, sizes, dates and durations as the reader writes them. */
import { t, tag } from './index';

export function formatNumber(value: number, digits = 0): string {
  return new Intl.NumberFormat(tag(), {
    maximumFractionDigits: digits,
    minimumFractionDigits: 0,
  }).format(value);
}

/** 0.918 → "91.8 %" */
export function formatPercent(share: number, digits = 0): string {
  return new Intl.NumberFormat(tag(), {
    style: 'percent',
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  }).format(share);
}

export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const style = {
    style: 'unit',
    unit: units[power],
    // Spelled out, a byte has its plural: "41 bytes"; "41 byte" is what the short form makes of it.
    unitDisplay: power ? 'short' : 'long',
    maximumFractionDigits: power ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(tag(), style).format(bytes / 1000 ** power);
}

export function formatDate(at: string | number | Date): string {
  return new Intl.DateTimeFormat(tag(), { dateStyle: 'medium' }).format(new Date(at));
}

export function formatDateTime(at: string | number | Date): string {
  return new Intl.DateTimeFormat(tag(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(at),
  );
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
];

/** "2 seconds ago", "yesterday", "in 3 minutes" */
export function formatRelative(at: string | number | Date, now: number = Date.now()): string {
  let amount = (new Date(at).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(tag(), { numeric: 'auto', style: 'short' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return format.format(Math.round(amount), unit);
    amount /= size;
  }
  return formatDate(at);
}

/** 95 → "1 min 35 s": durations people wait for, never more than two units. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (h) return t('base.duration.hours', { h, m });
  return m ? t('base.duration.minutes', { m, s }) : t('base.duration.seconds', { s });
}

export function formatList(
  items: string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return new Intl.ListFormat(tag(), { type }).format(items);
}
