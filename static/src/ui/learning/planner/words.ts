/** What a target costs, in a sentence. */
import { formatNumber, formatPercent, t } from '../../../text';
import type { Plan } from './wire';

/** Two figures are all that a forecast knows. */
export function rough(value: number): number {
  if (value < 10) return Math.round(value);
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Math.round(value / step) * step;
}

/** Hours as people say them: minutes below two hours. */
export function roughHours(hours: number): string {
  return hours < 2
    ? t('planner.minutes', { count: Math.max(1, Math.round((hours * 60) / 5) * 5) })
    : t('planner.hours', { hours: formatNumber(hours, hours < 10 ? 1 : 0) });
}

export function costOf(plan: Plan): string {
  const { forecast } = plan;
  if (!forecast) return '';
  const { need, hours } = forecast;
  const target = formatPercent(plan.target, 1);
  if (need.more === 0) return t('planner.reached', { target });
  if (need.more === null)
    return t('planner.beyond', { target, chance: formatPercent(need.chance) });
  const range = t(need.high === null ? 'planner.range_open' : 'planner.range', {
    low: formatNumber(rough(need.low ?? 0)),
    high: need.high === null ? '' : formatNumber(rough(need.high)),
  });
  const time = hours?.more ? t('planner.time', { time: roughHours(hours.more) }) : '';
  return t('planner.need', { count: rough(need.more), time, range });
}

/** A target that more labels reach than are left. */
export const exceedsPool = (plan: Plan): boolean => (plan.forecast?.need.more ?? 0) > plan.pool;

/** Accuracy gained, in points of a hundred. */
export const points = (gain: number): string =>
  formatNumber(gain * 100, Math.abs(gain) < 0.0095 ? 2 : 1);
