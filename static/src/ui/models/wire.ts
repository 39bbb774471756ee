/** What the shelf's API answers. */
import type { Job } from '../../live/types';

export type Precision = 'full' | 'weights' | 'static' | 'dynamic' | 'torch' | 'openvino';
export interface VersionExport {
  readonly id: string;
  readonly precision: Precision;
  readonly size_bytes: number;
  readonly latency_ms: number;
  readonly slow_ms: number;
  readonly tested: number;
  readonly accuracy: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly ece: number | null;
  readonly difference: number;
  readonly agreement: number;
  readonly passed: boolean;
  readonly reason: string | null;
  readonly has_file: boolean;
}
export interface Version {
  readonly id: string;
  readonly number: number;
  readonly state: 'in_use' | 'shelf' | 'archived';
  readonly label: string;
  readonly kind: string;
  readonly classes: readonly string[];
  /** Whether it answers what is asked now. */
  readonly usable: boolean;
  readonly labels: number;
  readonly holdout: number;
  readonly accuracy: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly ece: number | null;
  readonly size_bytes: number;
  readonly seconds: number;
  readonly trigger: string;
  readonly ontology_number: number;
  readonly layout: string;
  readonly created_at: string;
  readonly parent: number | null;
  readonly run: string | null;
  readonly snapshot: string | null;
  readonly code: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly taught: TaughtBy | null;
  readonly created_by: string | null;
  readonly exports: readonly VersionExport[];
}
export interface TaughtSide {
  readonly accuracy: Interval | null;
  readonly size_bytes: number | null;
  readonly latency_ms: number | null;
}
/** Which model taught a version, and both on the same tasks. */
export interface TaughtBy {
  readonly id: string;
  readonly name: string;
  readonly number: number | null;
  readonly tasks: number;
  readonly teacher: TaughtSide;
  readonly student: TaughtSide;
}
interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}
export interface FairnessGroup {
  /** A name, or the bounds of a quarter of numbers. */
  readonly value: string | readonly number[];
  readonly tasks: number;
  readonly accuracy: Interval | null;
  readonly selected: Readonly<Record<string, Interval | null>>;
}
/** `most` and `least` are places among the groups. */
export interface FairnessGap extends Interval {
  readonly most: number;
  readonly least: number;
  readonly is_sure: boolean;
}
export interface FairnessOfField {
  readonly key: string;
  readonly groups: readonly FairnessGroup[];
  /** Tasks that do not have it. */
  readonly without: number;
  readonly accuracy: FairnessGap | null;
  readonly selection: readonly (FairnessGap & { readonly class: string })[];
}
export interface Fairness {
  readonly declared: readonly string[];
  readonly keys: readonly string[];
  /** Of fewer tasks a group makes no gap. */
  readonly least: number;
  readonly tested: number;
  readonly compared: readonly FairnessOfField[];
}
export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
export interface Point {
  readonly epoch: number;
  readonly train_loss: number;
  readonly validation_loss: number | null;
  readonly validation_accuracy: number | null;
  readonly learning_rate: number;
  readonly seconds: number;
}
export interface Tried {
  readonly number: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly loss: number;
  readonly accuracy: number | null;
  readonly epochs: number;
  readonly state: 'done' | 'pruned';
  readonly warm: boolean;
}
export interface LogLine {
  readonly at: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}
export interface Counts {
  readonly train?: number;
  readonly validation?: number;
  readonly test?: number;
  readonly classes?: Readonly<Record<string, number>>;
}
export interface Run {
  readonly id: string;
  readonly state: RunState;
  readonly cause: string;
  readonly error: string | null;
  readonly learner: string;
  readonly filter: string;
  readonly votes: string;
  readonly trials: number;
  readonly epoch: number;
  readonly epochs: number;
  readonly last: Point | null;
  /** The epoch that the version is made from, as far as it is known. */
  readonly best: Point | null;
  readonly snapshot: string | null;
  readonly counts: Counts;
  readonly version: { readonly id: string; readonly number: number } | null;
  readonly resumed: number;
  readonly seconds: number;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}
export interface WholeRun extends Run {
  readonly recipe: Recipe;
  readonly teacher: { readonly name: string; readonly number: number | null } | null;
  readonly curve: readonly Point[];
  readonly tried: readonly Tried[];
  readonly log: readonly LogLine[];
  readonly code: string | null;
  readonly job: Job | null;
  readonly can_resume: boolean;
}
export interface Shelf {
  readonly target: { readonly label: string; readonly kind: string } | null;
  readonly versions: readonly Version[];
  readonly in_use: {
    readonly since: string;
    readonly by: string | null;
    readonly held: boolean;
    readonly before: number | null;
  } | null;
  readonly runs: readonly Run[];
  readonly may_train: boolean;
}
export interface VersionPage {
  readonly version: Version;
  readonly card: string;
  readonly precisions: readonly Precision[];
  readonly why_not: string | null;
  readonly job: Job | null;
}
export interface Recipe {
  learner: string;
  units: number;
  epochs: number;
  seconds: number;
  batch: number;
  learning_rate: number;
  weight_decay: number;
  dropout: number;
  class_weights: string;
  augmentation: string;
  patience: number;
  precision: string;
  distil: boolean;
  seed: number;
  processes: number;
  /** "version:<id>", "model:<id>", or empty. */
  teacher: string;
  softness: number;
  teacher_share: number;
  copies: number;
  strength: number;
  mirror: boolean;
}
/** What of a recipe is a number. */
export type Numbered = {
  [K in keyof Recipe]: Recipe[K] extends number ? K : never;
}[keyof Recipe];
export interface TeacherChoice {
  readonly id: string;
  readonly name: string;
  /** Of a version of the shelf. */
  readonly number: number | null;
  readonly accuracy: number | null;
  readonly size_bytes: number | null;
}
/** Tasks as a recipe would alter them; a picture is a data: URL. */
export interface Altered {
  readonly examples: readonly {
    readonly task: string;
    readonly fields: readonly {
      readonly name: string;
      readonly type: string;
      readonly before: string;
      readonly after: string;
    }[];
  }[];
}
export interface Form {
  readonly target: {
    readonly label: string;
    readonly name: string;
    readonly kind: string;
  } | null;
  readonly learners: readonly string[];
  readonly defaults: Recipe;
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly ranges: Readonly<Record<string, readonly [number, number]>>;
  readonly teachers: readonly TeacherChoice[];
}
export interface Slice {
  readonly tasks: number;
  readonly test: number;
  readonly classes: Readonly<Record<string, number>>;
}
/** What the live line says of a training. */
export interface TrainingNews {
  readonly run: string;
  readonly state: RunState;
  readonly points?: readonly Point[];
  readonly line?: LogLine;
  readonly trial?: Tried;
}
