/** What GET learning/versions/compare/ answers. */
import type { Share } from '../accuracy/wire';

export interface Differing {
  readonly task: string;
  readonly truth: string | null;
  readonly first: unknown;
  readonly second: unknown;
  readonly better?: 'first' | 'second';
  readonly preview?: string | null;
  readonly thumbnail?: string | null;
}
export interface Comparison {
  readonly first: number;
  readonly second: number;
  readonly holdout: {
    readonly tasks: number;
    readonly first: Share;
    readonly second: Share;
    readonly both: number;
    readonly first_only: number;
    readonly second_only: number;
    readonly neither: number;
    /** The second's accuracy less the first's. */
    readonly difference: Share;
    readonly differing: readonly Differing[];
  } | null;
  readonly pool: {
    readonly tasks: number;
    readonly count: number;
    readonly differing: readonly Differing[];
  } | null;
}
