/** What GET learning/accuracy/ answers. */
export interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}
export interface ReliabilityBin {
  readonly confidence: number;
  readonly count: number;
  readonly accuracy: Share;
}
export interface Reliability {
  /** Expected calibration error. */
  readonly error: number;
  readonly bins: readonly ReliabilityBin[];
}
export interface Need {
  readonly class: string;
  readonly labelled: number;
  readonly tested: number;
  readonly recall: Share | null;
  readonly precision: Share | null;
  readonly predicted: number;
  readonly advice: 'unseen' | 'few_labels' | 'weak' | 'untested' | 'fine';
}
export interface Slice {
  /** "meta.<key>", "group" (of the map) or "length" (of the text). */
  readonly facet: string;
  /** A name, or the bounds of a quarter. */
  readonly value: string | number | readonly [number, number];
  readonly tasks: number;
  readonly accuracy: Share;
  readonly is_sure: boolean;
  readonly wrong: readonly string[];
}
export interface Accuracy {
  readonly state: 'off' | 'no_model' | 'unmeasured' | 'ready';
  readonly version: number | null;
  readonly tasks: number;
  readonly needed: number;
  readonly accuracy: Share | null;
  readonly macro_f1: Share | null;
  readonly reliability: { readonly before: Reliability; readonly after: Reliability } | null;
  readonly confusion: {
    readonly classes: readonly string[];
    readonly counts: readonly (readonly number[])[];
    /** Ids of the tasks of a cell, by "row:column". */
    readonly tasks: Readonly<Record<string, readonly string[]>>;
    readonly unseen: number;
  } | null;
  readonly needs: readonly Need[];
  readonly slices: { readonly found: readonly Slice[]; readonly tried: number } | null;
  readonly drawn: Drawn | null;
  readonly bias: Bias | null;
  readonly drift: Drift | null;
}
/** Told by tasks that a strategy drew by lot, weighed by their chances. */
export interface Drawn {
  readonly version: number;
  readonly tasks: number;
  readonly pool: number;
  readonly accuracy: Share;
  /** As they are, without weights. */
  readonly plain: number;
}
/** Answers given blind, by lot, beside those given in sight of a pre-label. */
export interface Bias {
  readonly share: number;
  readonly seen: number;
  readonly blind: number;
  readonly needed: number;
  /** How often people answer as the pre-label says. */
  readonly shown: Share | null;
  readonly hidden: Share | null;
  readonly difference: Share | null;
  readonly seconds: { readonly shown: number; readonly hidden: number } | null;
}
/** What the model expects of the open tasks, from one version to the next. */
export interface Drift {
  readonly from: number | null;
  readonly to: number | null;
  readonly pools: readonly [number, number];
  readonly moved: number;
  readonly classes: readonly {
    readonly class: string;
    readonly before: number;
    readonly after: number;
  }[];
}
