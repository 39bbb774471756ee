/** What GET /api/projects/{id}/prelabelers/ answers. */
import type { Region } from '../../core/region';
import type { Job } from '../../live/types';
import type { FlowNode } from '../flows/wire';

export interface OwnLabel {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly on: string;
  readonly classes: readonly {
    readonly id: string;
    readonly name: string;
    readonly color: string;
  }[];
}
/** Which class of a label each of a pre-labeler's own stands for. */
export interface Place {
  readonly label: string;
  readonly classes: Readonly<Record<string, string>>;
}
export interface LabelingFunction {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly class: string;
  readonly kind: 'regex' | 'words';
  readonly pattern?: string;
  readonly words?: readonly string[];
  readonly ignores_case?: boolean;
}
export interface FunctionFigures {
  readonly votes: number;
  readonly coverage: number;
  readonly overlap: number;
  readonly conflict: number;
  readonly right: number;
  readonly judged: number;
}
export interface Fault {
  readonly code: string;
  readonly detail: string;
  readonly task?: string;
}
export interface TrialMedium {
  readonly url: string | null;
  readonly thumbnail: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly type: string;
  readonly name: string;
}
export interface TriedTask {
  readonly task: string;
  readonly preview: string | null;
  readonly value: string | TrialMedium | null;
  readonly regions: readonly Region[];
  readonly answers: Readonly<Record<string, unknown>>;
  /** How likely each class is, of labels that have classes. */
  readonly probabilities?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Its own classes that stand for none of ours yet. */
  readonly unplaced: readonly string[];
  readonly proposals: number;
  /** Whether it shows nothing before people here have decided. */
  readonly waits?: boolean;
  readonly seconds: number;
  readonly fault: Fault | null;
}
export interface Trial {
  readonly at: string;
  readonly tasks: readonly TriedTask[];
  readonly median_s: number | null;
  readonly slowest_s: number | null;
  readonly opening_s: number | null;
  readonly faults: number;
}
export interface Use {
  readonly id: string;
  readonly is_on: boolean;
  readonly places: readonly Place[];
  readonly options: Readonly<Record<string, unknown>> & {
    readonly functions?: readonly LabelingFunction[];
  };
  readonly least: number;
  readonly asked: number;
  readonly accepted: number;
  readonly decided: number;
  readonly is_learned: boolean;
  /** Whether it shows nothing yet, since it is not right more often than not. */
  readonly is_silent: boolean;
  readonly learned_classes: readonly {
    readonly label: string;
    readonly own: string;
    readonly class: string;
  }[];
  readonly functions: Readonly<Record<string, FunctionFigures>> | null;
  readonly weights: Readonly<Record<string, number>> | null;
  readonly trial: Trial | null;
  readonly stopped: Fault | null;
  readonly faults: number;
  readonly fault: Fault | null;
}
export interface Option {
  readonly name: string;
  readonly kind: 'number' | 'whole' | 'choice';
  readonly default: number | string;
  readonly low?: number;
  readonly high?: number;
  readonly options?: readonly string[];
}
export interface Card {
  readonly id: string;
  /** Its name where people gave it one; else the catalogue has it. */
  readonly title?: string;
  readonly field: { readonly id: string; readonly name: string };
  readonly fills: readonly string[];
  readonly licence: string;
  /** Whether the package that carries the weights names it itself. */
  readonly states_licence: boolean;
  readonly languages: readonly string[];
  readonly classes: readonly string[] | null;
  readonly needs: readonly string[];
  readonly missing: readonly string[];
  readonly memory_mb: number;
  readonly has_functions: boolean;
  /** The steps, where it is a flow of the project's. */
  readonly flow?: readonly FlowNode[] | null;
  readonly options: readonly Option[];
  readonly guess: readonly Place[];
  readonly use: Use | null;
}
export interface PrelabelerPage {
  readonly can_change: boolean;
  readonly shows_predictions: boolean;
  readonly open: number;
  readonly labels: readonly OwnLabel[];
  readonly cards: readonly Card[];
  readonly job: Job | null;
  readonly trying: readonly string[];
}
export interface UseChange {
  readonly is_on?: boolean;
  readonly places?: readonly Place[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly least?: number;
}
