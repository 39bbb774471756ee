/** What GET /api/projects/{id}/flows/ answers. */
import type { Place } from '../../live/types';
import type { Option } from '../prelabelers/wire';

/** One step as it is declared: its kind, its settings, and its model where it asks one. */
export type Step = Readonly<Record<string, unknown>> & { readonly step: string };
/** What passes from a step to the next. */
export interface Stream {
  readonly shape: 'value' | 'marks' | 'crops' | 'answers';
  readonly type: string;
  readonly kind: string;
}
export interface FlowNode {
  readonly step: string;
  readonly model: string | null;
  /** The model's name, where people gave it one. */
  readonly title: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly gives: Stream;
}
export interface Flow {
  readonly id: string;
  readonly name: string;
  readonly field: string;
  readonly steps: readonly Step[];
  readonly graph: readonly FlowNode[];
  readonly faults: readonly Place[];
  readonly prelabeler: string | null;
}
export interface Setting extends Omit<Option, 'kind'> {
  readonly kind: Option['kind'] | 'names';
}
export interface StepKind {
  readonly id: string;
  readonly asks_model: boolean;
  readonly settings: readonly Setting[];
}
export interface FlowModel {
  readonly id: string;
  readonly title: string;
  readonly reads: readonly string[];
  readonly fills: readonly string[];
  readonly missing: readonly string[];
  readonly options: readonly Option[];
}
export interface Recipe {
  readonly id: string;
  readonly field: string;
  readonly steps: readonly Step[];
}
export interface FlowPage {
  readonly results: readonly Flow[];
  readonly kinds: readonly StepKind[];
  readonly models: readonly FlowModel[];
  readonly recipes: readonly Recipe[];
}
