/** What the quality calls answer. */
import type { UserName } from '../../live/types';

/** A share, or seconds, with its 95 % interval. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}
/** How good somebody is, and on how many judged answers that rests. */
export interface Ability extends Interval {
  readonly n: number;
}
export interface AnnotatorRow {
  readonly user: UserName;
  /** False for those who left; their answers stay. */
  readonly is_member: boolean;
  readonly count: number;
  readonly skipped: number;
  readonly accuracy: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly judged: number;
  readonly consistency: number | null;
  readonly patterns: readonly PatternKind[];
  readonly worked_seconds: number;
  readonly median_seconds: number | null;
  readonly seconds_low: number | null;
  readonly seconds_high: number | null;
  readonly per_hour: number | null;
  readonly agreement: number | null;
  readonly agreement_n: number;
  readonly gold_accuracy: number | null;
  readonly gold_low: number | null;
  readonly gold_high: number | null;
  readonly gold_n: number;
  readonly last_active: string | null;
}
export type PatternKind = 'hasty' | 'constant' | 'copying';

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
  readonly excerpt: string;
  readonly label: string;
  readonly method: string;
  readonly value: unknown;
  readonly confidence: number | null;
  readonly tie: boolean;
  readonly votes: number | Readonly<Record<string, number>>;
}
/** One label's consensus on a task, with every vote. */
export interface Explanation {
  readonly label: string;
  readonly kind: string;
  readonly method: string;
  readonly said: unknown;
  readonly confidence: number;
  readonly tie: boolean;
  readonly votes: number;
  readonly posterior: Readonly<Record<string, number>>;
  readonly members: Readonly<Record<string, number>>;
  readonly model_version: string;
  readonly voices: readonly {
    readonly user: UserName;
    readonly said: unknown;
    readonly weight: number | null;
    readonly supports: boolean;
  }[];
}
export interface HardTask {
  readonly task: string;
  readonly label: string;
  readonly expected_error: number;
  readonly difficulty: number | null;
  readonly discrimination: number | null;
  readonly split: number | null;
  readonly answers: number;
  readonly excerpt: string;
}
export interface Hotspot {
  readonly label: string;
  readonly first: string;
  readonly second: string;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
  readonly tasks: readonly string[];
}
export interface Forecast {
  readonly is_stale: boolean;
  /** Why there is no telling. */
  readonly reason?: 'no_choice' | 'too_little';
  readonly judged?: number;
  readonly label?: string;
  readonly now?: number;
  readonly tasks?: number;
  readonly answered?: number;
  readonly accuracy?: number;
  readonly targets?: readonly {
    readonly target: number;
    readonly opinions: Interval | null;
    readonly hours: Interval | null;
  }[];
}
