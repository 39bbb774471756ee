/** Sentences about pre-labelers that more than one place says. */
import { formatNumber, hasText, t } from '../../text';
import type { Card, Fault } from './wire';

/** Why it failed: in words where there are some, else as it told. */
export function faultWords({ code, detail }: Fault): string {
  const key = `prelabelers.fault.${code}`;
  return hasText(key) ? t(key, { detail }) : detail;
}

export const needsOf = (card: Card): string =>
  t('prelabelers.needs', { packages: card.needs.join(', ') });

export function secondsText(seconds: number | null): string {
  if (seconds === null) return '–';
  return seconds < 1
    ? t('prelabelers.ms', { count: formatNumber(Math.max(1, Math.round(seconds * 1000))) })
    : t('prelabelers.s', { count: formatNumber(seconds, 1) });
}
