/** What GET /api/projects/{id}/learning/plan/ answers. */
import type { Reason } from '../wire';

export interface Estimate {
  readonly more: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
export interface Plan {
  readonly target: number;
  readonly labels: number;
  readonly pool: number;
  readonly pace: { readonly label_s: number | null; readonly review_s: number | null };
  readonly stop: { readonly advice: 'continue' | 'slow' | 'stop'; readonly why: Reason };
  readonly forecast: {
    readonly points: readonly { labels: number; value: number; measured: number }[];
    readonly curve: readonly { labels: number; value: number; low: number; high: number }[];
    readonly need: Estimate & { readonly chance: number };
    readonly hours: Estimate | null;
  } | null;
  readonly spends: readonly {
    readonly kind: 'label' | 'review' | 'relabel';
    readonly labels: number;
    readonly gain: number;
    readonly low: number;
    readonly high: number;
  }[];
}
