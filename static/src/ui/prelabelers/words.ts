/** Sentences about pre-labelers that more than one place says. */
import { formatNumber, hasText, language, t } from '../../text';
import type { Fault, TriedTask } from './wire';

/** Why it failed: in words where there are some, else as it told. */
export function faultWords({ code, detail }: Fault): string {
  const key = `prelabelers.fault.${code}`;
  if (hasText(key)) return t(key, { detail });
  // In English the detail says it all, and more exactly.
  const brought = `plugged.fault.${code}`;
  return language() !== 'en' && hasText(brought) ? `${t(brought)} (${detail})` : detail;
}

export function secondsText(seconds: number | null): string {
  if (seconds === null) return '–';
  return seconds < 1
    ? t('prelabelers.ms', { count: formatNumber(Math.max(1, Math.round(seconds * 1000))) })
    : t('prelabelers.s', { count: formatNumber(seconds, 1) });
}

/** Whether it said something of a task that nobody is shown yet. */
export const isKept = ({ waits, proposals, fault }: TriedTask): boolean =>
  Boolean(waits) && proposals > 0 && !fault;
