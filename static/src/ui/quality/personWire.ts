/** What the calls about one person answer. */
import type { Role, UserName } from '../../live/types';
import type { Ability, Interval, PatternKind } from './wire';

export interface ClassAbility extends Ability {
  readonly class: string;
}
export interface LabelAbility extends Ability {
  readonly label: string;
  readonly kind: string;
  readonly classes: readonly ClassAbility[];
  /** Expected counts, rows true class, columns given class; null where there are too many classes. */
  readonly confusion: {
    readonly classes: readonly string[];
    readonly counts: readonly (readonly number[])[];
  } | null;
}
export interface Stretch extends Ability {
  /** A week ("2026-W48"), or how long somebody had been at it, from 0. */
  readonly name: string | number;
}
export type Source = 'adjudication' | 'gold' | 'review' | 'consensus';
export interface Mistake {
  readonly task: string;
  readonly annotation: string;
  readonly label: string;
  readonly said: string | null;
  readonly truth: string | null;
  /** How right the answer was, 0 to 1. */
  readonly right: number;
  readonly source: Source;
}
export interface Timing extends Interval {
  readonly seconds: number;
  readonly n: number;
}
export interface PersonFigures {
  readonly user: UserName;
  /** Null for a former member. */
  readonly role: Role | null;
  readonly count: number;
  readonly skipped: number;
  readonly first_active: string | null;
  readonly last_active: string | null;
  readonly days: readonly { readonly day: string; readonly count: number }[];
  readonly accuracy: Ability | null;
  readonly seconds: Interval | null;
  readonly worked_seconds: number;
  readonly labels: readonly LabelAbility[];
  readonly sources: Partial<Readonly<Record<Source, number>>>;
  readonly rejected: number;
  readonly consistency: Ability | null;
  readonly weeks: readonly Stretch[];
  /** From first to last, where it is sure. */
  readonly weeks_change: Interval | null;
  readonly sittings: readonly Stretch[];
  readonly sittings_change: Interval | null;
  readonly pace: {
    readonly sizes: Readonly<Record<string, Timing>>;
    readonly kinds: Readonly<Record<string, Timing>>;
  };
  readonly mistakes: readonly Mistake[];
  readonly confidence: {
    readonly levels: readonly (Ability & { readonly stated: number })[];
    readonly worth: Interval | null;
  } | null;
  readonly computed_at: string | null;
}
export interface Person extends PersonFigures {
  readonly anchoring: {
    readonly shown: Ability | null;
    readonly hidden: Ability | null;
    readonly pull: Interval | null;
  } | null;
  readonly patterns: readonly (Ability & {
    readonly kind: PatternKind;
    readonly usual: number;
    readonly label?: string;
    readonly class?: string;
    readonly person?: UserName | null;
  })[];
}
export interface OwnPage extends PersonFigures {
  readonly today: number;
  readonly streak_days: number;
  readonly advice: readonly {
    readonly code: string;
    readonly params: Readonly<Record<string, string | number>>;
  }[];
}
