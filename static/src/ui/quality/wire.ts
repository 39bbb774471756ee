/** What the quality calls answer. */
import type { UserName } from '../../live/types';

export interface AnnotatorRow {
  readonly user: UserName;
  readonly count: number;
  readonly skipped: number;
  readonly median_seconds: number | null;
  readonly per_hour: number | null;
  readonly agreement: number | null;
  readonly agreement_n: number;
  readonly gold_accuracy: number | null;
  readonly gold_low: number | null;
  readonly gold_high: number | null;
  readonly gold_n: number;
  readonly last_active: string | null;
}
export interface LabelAgreement {
  readonly label: string;
  readonly metric: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly tasks: number;
  /** Why there is no value. */
  readonly reason: string | null;
}
export interface Pair {
  readonly a: UserName;
  readonly b: UserName;
  readonly label?: string;
  readonly value: number | null;
  readonly tasks: number;
}
export interface Agreement {
  readonly labels: readonly LabelAgreement[];
  readonly pairs: readonly Pair[];
  /** Newer answers are still being judged. */
  readonly is_stale?: boolean;
}
export interface ConsensusRow {
  readonly id?: string;
  readonly task: string;
  readonly label: string;
  readonly method: string;
  readonly value: unknown;
  readonly confidence: number | null;
  readonly tie: boolean;
  readonly votes: number | Readonly<Record<string, number>>;
}
