/** What the review calls answer. */
import type { Content } from '../../core/region';
import type { UserName } from '../../live/types';

export interface Waiting {
  readonly task: string;
  /** How likely it is wrong; null until it was judged. */
  readonly expected_error: number | null;
  readonly label: string;
  readonly answers: number;
  readonly excerpt: string;
}
export interface Progress {
  readonly left: number;
  readonly done: number;
  readonly done_by_me: number;
  readonly seconds_left: number | null;
}
export interface Decision extends Content {
  readonly task: string;
  readonly reviewer: UserName;
  readonly supporters: readonly UserName[];
  readonly comment: string;
  readonly created_at: string;
}
