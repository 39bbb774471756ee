/** What a comparison comes to: only what its interval carries. */
import type { Comparison } from './wire';

export type Verdict = 'better' | 'worse' | 'open' | 'same';

export function verdictOf(holdout: NonNullable<Comparison['holdout']>): Verdict {
  const { low, high } = holdout.difference;
  if (holdout.first_only === 0 && holdout.second_only === 0) return 'same';
  if (low > 0) return 'better';
  return high < 0 ? 'worse' : 'open';
}
