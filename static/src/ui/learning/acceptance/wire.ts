/** What GET /api/projects/{id}/learning/acceptance/ answers. */
import type { Job } from '../../../live/types';

export interface Policy {
  readonly is_on: boolean;
  /** At most this share of the accepted labels may be wrong … */
  readonly alpha: number;
  /** … but for this chance. */
  readonly delta: number;
  readonly by_class: boolean;
  readonly audit_share: number;
}
export interface Step {
  readonly group: number;
  readonly threshold: number;
  readonly sample: number;
  readonly wrong: number;
  readonly accepts: number;
  readonly upper: number;
  readonly is_certified: boolean;
}
export interface Look {
  readonly number: number;
  readonly at: string;
  readonly version: number;
  readonly level: number;
  readonly sample: number;
  readonly wrong: number;
  readonly open: number;
  readonly accepts: number;
  readonly by_class: boolean;
  readonly steps: readonly Step[];
  readonly is_current: boolean;
  /** What it allows was accepted already, and stands. */
  readonly is_spent: boolean;
}
export interface ClassAudits {
  readonly class: string;
  readonly answered: number;
  readonly open: number;
  readonly missing: number | null;
}
export interface Audits {
  readonly holdout: number;
  readonly answered: number;
  readonly waiting: number;
  readonly looks: number;
  readonly missing: number | null;
  /** Why no number of labels would do. */
  readonly out_of_reach: {
    readonly code: 'nothing_open' | 'too_few' | 'too_wrong';
    readonly open: number;
    readonly needed: number;
  } | null;
  readonly by_class: readonly ClassAudits[];
}
export interface Calibration {
  readonly tasks: number;
  readonly before: number;
  readonly after: number;
  readonly sets: {
    readonly coverage: number;
    readonly mean: number;
    /** Share of tasks with one class named, with two, … */
    readonly sizes: readonly number[];
  } | null;
}
export type EntryState = 'running' | 'active' | 'withdrawn' | 'undone';
export interface Entry {
  readonly id: string;
  readonly state: EntryState;
  readonly at: string;
  readonly by: string | null;
  readonly version: number;
  readonly alpha: number;
  readonly delta: number;
  readonly by_class: boolean;
  readonly threshold: number | null;
  readonly accepted: number;
  readonly audits: number;
  readonly audited: number;
  readonly wrong: number;
  readonly upper: number | null;
  readonly is_widened: boolean;
  readonly reason: string;
  readonly ended_at: string | null;
  readonly ended_by: string | null;
}
export interface Acceptance {
  readonly obstacle: { readonly code: string; readonly detail: string } | null;
  readonly policy: Policy;
  readonly audits: Audits;
  readonly look: Look | null;
  readonly calibration: Calibration | null;
  readonly classes: readonly { readonly id: string; readonly name: string }[];
  readonly accepted: number;
  readonly ledger: readonly Entry[];
  readonly job: Job | null;
}
