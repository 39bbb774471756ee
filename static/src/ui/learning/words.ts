/** The codes of the learner as sentences. */
import { formatNumber, formatPercent, hasText, t } from '../../text';
import { ambiguous, type Queried, type Reason } from './wire';

interface Coded {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export function readReason(reason: Reason): Coded | null {
  if (reason === null || reason === '') return null;
  return typeof reason === 'string'
    ? { code: reason, params: {} }
    : { code: reason.code, params: reason.params ?? {} };
}

/** Why a task was chosen. A sentence that came as one is left as it is. */
export function whyChosen(
  queried: Pick<Queried, 'reason' | 'strategy' | 'probability'>,
  className: string | null,
): string {
  const reason = readReason(queried.reason) ?? { code: queried.strategy, params: {} };
  const sure = queried.probability ?? reason.params.probability;
  const key = `learning.reason.${placed(reason.code, sure)}`;
  const size = reason.params.cluster_size;
  const places = {
    ...numbersIn(reason.params),
    ...(size === undefined ? {} : { count: size }),
    probability: typeof sure === 'number' ? formatPercent(sure) : '',
    class: className ?? '',
    mark: String(reason.params.mark ?? ''),
  };
  const phrases = [
    ...(typeof sure === 'number' && className ? [`${key}_sure`] : []),
    key,
    `learning.reason.${queried.strategy}`,
  ];
  for (const phrase of phrases) {
    const said = hasText(phrase) ? t(phrase, places) : '';
    // A figure the server did not send leaves its place open: then the plainer sentence.
    if (said && !/\{\w+\}/.test(said)) return said;
  }
  return / /.test(reason.code) ? reason.code : t('learning.reason.other', { code: reason.code });
}

/** The band is filled up from outside when too little lies in it: that is another reason. */
function placed(code: string, sure: unknown): string {
  if (code !== 'seed_band' || typeof sure !== 'number') return code;
  const [low, high] = ambiguous;
  return sure < low ? 'seed_band_below' : sure > high ? 'seed_band_above' : code;
}

/** A code with its figures, or the sentence itself. */
export function sentence(group: string, reason: Reason): string {
  const coded = readReason(reason);
  if (!coded) return '';
  const key = `${group}.${coded.code}`;
  return hasText(key) ? t(key, numbersIn(coded.params)) : coded.code;
}

/** Shares read as percentages where their name says so; whole numbers go as they are, for the plural. */
function numbersIn(params: Coded['params']): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'number' || Number.isInteger(value)) return [name, value];
      return [
        name,
        /accuracy|probability|share|gain|target/.test(name)
          ? formatPercent(value, 1)
          : formatNumber(value, 2),
      ];
    }),
  );
}
