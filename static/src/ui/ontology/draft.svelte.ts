/** An ontology being edited: its draft, its JSON as typed, and what is wrong with it, checked while typing. */
import { paletteColour } from '../../core/palette';
import type { LabelClass, Ontology } from '../../core/ontology';
import { api } from '../../live/api';
import { session } from '../../live/session';
import type { Place } from '../../live/types';
import { keyProblems } from './checks';
import { withRenames } from './rename';

const CHECK_WAIT_MS = 300;

export class OntologyDraft {
  ontology: Ontology = $state({ fields: {}, labels: [] });
  /** From the server, and from the keys in use. */
  #served: Place[] = $state([]);
  jsonError = $state('');
  checked = $state(false);
  #saved: Ontology;
  #timer = 0;
  #asked = 0;

  constructor(saved: Ontology) {
    this.#saved = copyOf(saved);
    this.ontology = copyOf(saved);
  }

  get errors(): Place[] {
    return [...this.#served, ...this.keyClashes];
  }
  get keyClashes(): Place[] {
    return keyProblems(this.ontology, session.preferences.keymap).filter(
      (clash) => !this.#served.some((error) => error.pointer === clash.pointer),
    );
  }
  get isSound(): boolean {
    return !this.jsonError && !this.#served.length;
  }
  get isChanged(): boolean {
    return JSON.stringify(this.ontology) !== JSON.stringify(this.#saved);
  }
  get plain(): Ontology {
    return copyOf(this.ontology);
  }
  /** As it is saved: ids changed by hand are renames. */
  get toSave(): Ontology {
    return withRenames(this.#saved, this.plain);
  }

  /** Whether this class is in the saved version: such ids are never changed. */
  isSavedClass(labelId: string, item: LabelClass): boolean {
    return (
      this.#saved.labels
        .find((label) => label.id === labelId)
        ?.classes?.some((each) => each.id === item.id) ?? false
    );
  }

  /** Called after every edit. */
  touched(): void {
    this.checked = false;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.check(), CHECK_WAIT_MS);
  }

  replace(ontology: Ontology): void {
    this.ontology = copyOf(ontology);
    this.jsonError = '';
    this.touched();
  }

  saved(ontology: Ontology): void {
    this.#saved = copyOf(ontology);
    this.replace(ontology);
  }

  revert(): void {
    this.replace(this.#saved);
  }

  /** Takes JSON as typed; a slip keeps the last sound draft and says where it is. */
  readJson(text: string): void {
    try {
      const read = JSON.parse(text) as Ontology;
      if (
        typeof read !== 'object' ||
        read === null ||
        typeof read.fields !== 'object' ||
        !Array.isArray(read.labels)
      )
        throw new SyntaxError('{"fields": {…}, "labels": […]}');
      this.ontology = read;
      this.jsonError = '';
      this.touched();
    } catch (slip) {
      this.jsonError = slip instanceof Error ? slip.message : String(slip);
    }
  }

  async check(): Promise<boolean> {
    const asked = ++this.#asked;
    try {
      const answer = await api.post<{ ok: boolean; errors: Place[] }>('/api/ontologies/check/', {
        ontology: this.plain,
      });
      if (asked !== this.#asked) return false;
      this.#served = answer.errors ?? [];
      this.checked = true;
      return answer.ok;
    } catch {
      // Unreachable for a moment: saving checks again and tells.
      return false;
    }
  }
}

/** A copy without the proxies of reactive state; an ontology is JSON through and through. */
const copyOf = (ontology: Ontology): Ontology => JSON.parse(JSON.stringify(ontology)) as Ontology;

export const defaultColour = (at: number): string => paletteColour(at);
