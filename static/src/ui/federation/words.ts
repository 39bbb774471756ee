/** What the federation's pages say of what a server sent. */
import { formatNumber, hasText, t } from '../../text';
import type { Band, Reason } from './wire';

/** In the reader's language where the code has words, else as the server put it. */
export function reasonText({ code, detail, params = {} }: Reason): string {
  const key = `federation.reason.${code}`;
  return hasText(key) ? t(key, params) : detail;
}

/** "100 to 199", "1,000 or more": a band is all that a site tells of its labels. */
export function bandText({ low, high }: Band): string {
  const from = formatNumber(low);
  return high === null
    ? t('federation.band.open', { low: from })
    : t('federation.band.closed', { low: from, high: formatNumber(high - 1) });
}

/** The start of a fingerprint or digest, enough to tell two apart at a glance. */
export const brief = (digest: string, letters = 12): string =>
  digest.length > letters ? `${digest.slice(0, letters)}…` : digest;
