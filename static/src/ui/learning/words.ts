/** The codes of the learner as sentences. */
import { formatNumber, formatPercent, hasText, t } from '../../text';
import type { Region } from '../../core/region';
import { stretchWords } from '../annotate/regionWords';
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
    probability: typeof sure === 'number' ? formatSure(sure) : '',
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

/** Which region of a task is asked about: its class, its words or its time, how sure of it. */
export function askedWords(region: Region, className: string | null): string {
  const { geometry, text, score } = region;
  const isTime = !text && 'start' in geometry && !('turn' in geometry);
  const time = isTime ? stretchWords(region) : '';
  return t(text ? 'learning.asked.words' : time ? 'learning.asked.time' : 'learning.asked.region', {
    class: className ?? '',
    value: formatSure(score ?? 0),
    text: text ?? '',
    time,
  });
}

/** Never 100 % where something is left to doubt. */
function formatSure(share: number): string {
  const isNearly = share >= 0.995 && share < 1;
  return isNearly ? formatPercent(Math.min(share, 0.999), 1) : formatPercent(share);
}

const SURE = 0.9;
/** What says "in doubt", which is not so where the model is sure of all that is left. */
const DOUBTS = new Set(
  ['', 'small_', 'density_', 'power_', 'softmax_', 'balanced_']
    .map((how) => `${how}margin`)
    .concat('entropy', 'high_entropy'),
);

/** A strategy that finds too little of what it asks for takes the next best: another reason. */
function placed(code: string, sure: unknown): string {
  if (typeof sure !== 'number') return code;
  if (sure >= SURE && DOUBTS.has(code)) return 'sure_of_all';
  if (code !== 'seed_band') return code;
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
