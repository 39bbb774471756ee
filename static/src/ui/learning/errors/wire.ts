/** What the calls about label errors answer. */
import type { FieldValue, Job, UserName } from '../../../live/types';

export type FindingKind = 'class' | 'missing' | 'spurious' | 'extent';
export type FindingState = 'open' | 'kept' | 'fixed';
export type Verb = 'keep' | 'fix' | 'undo';

/** Where a text is cut, and where in what is left the spans are. */
export interface Excerpt {
  readonly text: string;
  readonly cut: readonly [boolean, boolean];
  readonly given?: readonly [number, number];
  readonly suggested?: readonly [number, number];
}
export interface Finding {
  readonly id: string;
  readonly task: string;
  readonly external_id: string | null;
  readonly annotation: string;
  readonly annotator: UserName;
  readonly labelled_at: string;
  readonly is_holdout: boolean;
  readonly label: string;
  readonly kind: FindingKind;
  readonly given: string | null;
  readonly suggested: string | null;
  readonly given_place: Readonly<Record<string, unknown>> | null;
  readonly place: Readonly<Record<string, unknown>> | null;
  readonly score: number;
  readonly probability: number;
  readonly own_probability: number | null;
  readonly state: FindingState;
  readonly can_decide: boolean;
  readonly data: Readonly<Record<string, FieldValue>>;
  readonly excerpt: Excerpt | null;
}
export interface FindingList {
  readonly results: readonly Finding[];
  readonly next: string | null;
  readonly count: number;
}
export interface Pair {
  readonly kind: FindingKind;
  readonly given: string | null;
  readonly suggested: string | null;
  readonly count: number;
}
export interface Summary {
  readonly can_search: boolean;
  readonly label: { readonly id: string; readonly name: string; readonly kind: string } | null;
  readonly search: {
    readonly at: string;
    /** Whether only one's own answers are counted. */
    readonly is_own: boolean;
    readonly annotations: number;
    readonly found: number;
    readonly source: 'cross_fitting' | 'predictions';
    readonly seconds: number;
    readonly new_labels: number;
    readonly is_outdated: boolean;
  } | null;
  readonly counts: Readonly<Record<FindingState, number>>;
  readonly precision: {
    readonly value: number;
    readonly low: number;
    readonly high: number;
  } | null;
  readonly pairs: readonly Pair[];
  readonly annotators: readonly { username: string; name: string; count: number }[];
  readonly job: Job | null;
}
