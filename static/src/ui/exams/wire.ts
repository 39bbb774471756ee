/** What GET /api/projects/{id}/exams/ answers. */
import type { UserName } from '../../live/types';

export type AttemptState = 'practice' | 'test' | 'passed' | 'failed' | 'undecided' | 'ended';
export interface Terms {
  name: string;
  introduction: string;
  /** What passing earns; empty: the right to work, where it is required. */
  skill: string;
  is_required: boolean;
  is_open: boolean;
  practice: number;
  mark: number;
  least: number;
  most: number;
  attempts: number;
  valid_days: number | null;
}
export interface Attempt {
  readonly id: string;
  readonly number: number;
  readonly state: AttemptState;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly expires_at: string | null;
}
export interface Feedback {
  readonly task: string;
  readonly credit: number;
  readonly said: Readonly<Record<string, unknown>>;
  readonly truth: Readonly<Record<string, unknown>>;
  readonly marks: number;
  readonly true_marks: number;
  readonly explanation: string;
}
export interface Exam extends Readonly<Terms> {
  readonly id: string;
  readonly attempt: Attempt | null;
  readonly used: number;
  /** Questions answered in the part that runs. */
  readonly answered: number;
  readonly is_valid: boolean;
  readonly expires_at: string | null;
  readonly feedback: readonly Feedback[];
}
export interface Pause {
  readonly id: string;
  readonly reason: 'accuracy' | 'manager';
  readonly note: string;
  readonly facts: Partial<Record<'value' | 'low' | 'high' | 'answers' | 'mark', number>>;
  readonly started_at: string;
  readonly appeal: string;
  readonly appealed_at: string | null;
  readonly ended_at: string | null;
  readonly answer: string;
}
export interface Skill {
  readonly id: string;
  readonly user: UserName;
  readonly skill: string;
  readonly by: UserName | null;
  readonly is_earned: boolean;
  readonly earned_at: string;
  readonly expires_at: string | null;
}
export interface ExamBoard {
  readonly exams: readonly Exam[];
  /** One's own. */
  readonly pause: Pause | null;
  /** Exam tasks there are. */
  readonly pool: number;
  readonly attempts: readonly (Attempt & { exam: string; user: UserName })[];
  readonly pauses: readonly (Pause & { user: UserName })[];
  readonly skills: readonly Skill[];
}
