/** What GET learning/strategies/ answers. */
import type { Job } from '../../../live/types';

export interface Outcome {
  readonly strategy: string;
  /** Labels to the target over the seeds. */
  readonly labels: {
    readonly mean: number;
    readonly low: number;
    readonly high: number;
    /** Seeds that reached it at all. */
    readonly reached: number;
    readonly counts: readonly number[];
  };
  readonly curve: readonly {
    readonly labels: number;
    readonly accuracy: number;
    readonly low: number;
    readonly high: number;
  }[];
}
export interface Replay {
  readonly at: string;
  readonly label: string;
  readonly labels: number;
  readonly tested: number;
  readonly seeds: number;
  readonly full_accuracy: number;
  readonly target: number;
  readonly outcomes: readonly Outcome[];
  readonly seconds: number;
}
export interface Strategies {
  readonly state: 'off' | 'too_few' | 'none' | 'running' | 'ready';
  readonly labels: number;
  readonly needed: number;
  readonly available: readonly string[];
  readonly default: readonly string[];
  readonly baseline: string;
  readonly used: string | null;
  readonly job: Job | null;
  readonly replay: Replay | null;
}
