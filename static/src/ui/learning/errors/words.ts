/** Why a label is doubted, in a sentence; and a pair of classes in few words. */
import { formatPercent, t } from '../../../text';
import type { Finding, Pair } from './wire';

export function why(
  finding: Pick<Finding, 'kind' | 'given' | 'suggested' | 'probability' | 'own_probability'>,
  nameOf: (id: string) => string,
): string {
  const own = finding.own_probability;
  const key = `errors.why.${finding.kind}${finding.kind === 'class' && own !== null ? '_own' : ''}`;
  return t(key, {
    given: finding.given ? nameOf(finding.given) : '',
    suggested: finding.suggested ? nameOf(finding.suggested) : '',
    probability: formatPercent(finding.probability),
    own: own === null ? '' : formatPercent(own, own < 0.01 ? 1 : 0),
  });
}

export function pairWords(
  pair: Pick<Pair, 'kind' | 'given' | 'suggested'>,
  nameOf: (id: string) => string,
): string {
  return t(`errors.pair.${pair.kind}`, {
    given: pair.given ? nameOf(pair.given) : '',
    suggested: pair.suggested ? nameOf(pair.suggested) : '',
  });
}
