/** What the live line says: who is here, how far we are, a new model, changed labels. */
import type { LiveEvent } from '../../live/socket';
import type { ProjectCounts } from '../../live/types';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly task: string | null;
}
export type Note =
  | { readonly kind: 'model'; readonly number: number; readonly accuracy: number | null }
  | { readonly kind: 'ontology' };

/** Read in passing; a new model asks for nothing. */
const stays_ms = 12_000;

export class News {
  people: readonly Person[] = $state.raw([]);
  counts: ProjectCounts | null = $state.raw(null);
  /** Small and non-blocking: a model's for a moment, changed labels until dismissed. */
  note: Note | null = $state.raw(null);
  modelVersion: number | null = $state(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Answers what the page must do about it. */
  hear({ type, data }: LiveEvent): 'refetch' | null {
    if (type === 'presence') this.people = (data.users as Person[] | undefined) ?? [];
    if (type === 'progress')
      this.counts = (data.counts as ProjectCounts | undefined) ?? this.counts;
    if (type === 'ontology') this.note = { kind: 'ontology' };
    if (type !== 'model_version') return null;
    this.modelVersion = Number(data.number);
    const accuracy = typeof data.accuracy === 'number' ? data.accuracy : null;
    this.note = { kind: 'model', number: this.modelVersion, accuracy };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.note?.kind === 'model') this.note = null;
    }, stays_ms);
    return 'refetch';
  }
}
