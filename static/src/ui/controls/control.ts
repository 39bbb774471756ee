/** What every whole-task control is given, and what it says back. */
import type { Label } from '../../core/ontology';
import type { Answer } from '../../core/region';

/** What the model thinks; amber until a person says so. */
export interface ControlGuess {
  readonly value: Answer | undefined;
  readonly probability: number | null;
  readonly probabilities: Readonly<Record<string, number>>;
}
export interface ControlProps {
  label: Label;
  value: Answer | undefined;
  guess: ControlGuess | undefined;
  readonly: boolean;
  /** Of a pairwise question: the second field stands on the left. */
  swapped?: boolean;
  /** The key that picks a class (by id) or a point of a rating (by its number). */
  keys: ReadonlyMap<string, string>;
  /** Side by side, under the data, rather than in a narrow column. */
  wide: boolean;
  /** Id of the heading that names the question. */
  named: string;
  /** A class was picked; the page knows what that makes of the answer. */
  onpick: (classId: string) => void;
  /** The whole answer; undefined takes it back. */
  onanswer: (value: Answer | undefined) => void;
  /** As `onanswer`, while one types: the words typed without a pause are one step to undo. */
  ontype: (value: Answer | undefined) => void;
}
