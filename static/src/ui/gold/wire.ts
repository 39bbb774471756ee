/** What the calls about gold answer. */
import type { FieldValue, UserName } from '../../live/types';

export type Use = 'hidden' | 'exam' | 'retired';
export type Shelf = Use | 'waiting';
export interface Truth {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly marks: number;
}
export interface GoldRow {
  readonly task: string;
  readonly external_id: string | null;
  readonly data: Readonly<Record<string, FieldValue>>;
  readonly origin: 'made' | 'promoted' | 'drawn' | 'imported';
  readonly use: Use;
  readonly has_truth: boolean;
  readonly explanation: string;
  readonly made_by: UserName | null;
  readonly made_at: string;
  readonly answers: number;
  /** Mean over the answers, 0 to 1. */
  readonly credit: number | null;
  /** Null while an expert's answer is awaited. */
  readonly truth: Truth | null;
}
export interface GoldList {
  readonly results: readonly GoldRow[];
  readonly next: string | null;
  readonly counts: Readonly<Record<Shelf | 'results', number>> & { readonly credit: number | null };
}
