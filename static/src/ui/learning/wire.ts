/** What GET /api/projects/{id}/learning/ answers. */
import type { Region } from '../../core/region';
import type { Job } from '../../live/types';

/** The half-light: where the likeliest answer is about as likely as not. */
export const ambiguous = [0.4, 0.6] as const;

export interface CurvePoint {
  readonly labels: number;
  readonly accuracy: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly model_version?: number;
  readonly at?: string;
}
export interface ModelVersion {
  readonly id: string;
  readonly number: number;
  readonly created_at: string;
  readonly labels: number;
  readonly accuracy: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly ece: number | null;
  readonly seconds: number | null;
  readonly size_bytes: number | null;
  readonly active: boolean;
  readonly trigger: string;
}
/** A code that the screen translates, alone or with its figures. */
export type Reason =
  | string
  | { readonly code: string; readonly params?: Readonly<Record<string, string | number>> }
  | null;
export interface Queried {
  readonly task: string;
  readonly preview: string | null;
  readonly thumbnail: string | null;
  readonly utility: number | null;
  readonly probability: number | null;
  readonly class: string | null;
  readonly strategy: string;
  readonly reason: Reason;
  /** What the model knows least about in it, where regions are asked for. */
  readonly region?: Region;
}
/** Causes of failed rounds that have words of their own. */
export const CAUSES = [
  'disk_full',
  'out_of_memory',
  'database_busy',
  'encoder_missing',
  'broken_numbers',
  'training_failed',
  'weights_missing',
  'worker_died',
  'round_failed',
] as const;

export interface Learning {
  readonly state: 'off' | 'cold' | 'training' | 'ready';
  readonly target: {
    readonly label: string;
    readonly kind: string;
    readonly classes: readonly { id: string; name?: string; color?: string }[];
  } | null;
  readonly labels: number;
  readonly holdout: number;
  readonly new_labels: number;
  readonly retrain_after: number;
  readonly strategy: string;
  readonly curve: readonly CurvePoint[];
  readonly histogram: {
    readonly edges: readonly number[];
    readonly counts: readonly number[];
    readonly ambiguous: readonly [number, number];
  } | null;
  readonly balance: readonly { class: string; labelled: number; predicted: number }[];
  readonly versions: readonly ModelVersion[];
  readonly query: readonly Queried[];
  /** About the whole choice: why it fell back, that the pool is exhausted. */
  readonly note?: Reason;
  /** Why the newest round that ended failed. */
  readonly failed: { readonly code: string; readonly detail: string; readonly at: string } | null;
  /** What the last round passed over. */
  readonly warnings: readonly {
    readonly code: 'broken_vectors';
    readonly params: { readonly count: number };
  }[];
  readonly stop: { readonly advice: 'continue' | 'slow' | 'stop'; readonly why: Reason } | null;
  readonly job: Job | null;
}
