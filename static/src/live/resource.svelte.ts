/** Something fetched: what is known stays on screen while it is asked for again, and so does why it failed. */
export class Resource<T> {
  data = $state.raw<T | undefined>(undefined);
  problem = $state.raw<unknown>(undefined);
  busy = $state(false);
  readonly #fetch: (signal: AbortSignal) => Promise<T>;
  #asked: AbortController | null = null;

  constructor(fetch: (signal: AbortSignal) => Promise<T>) {
    this.#fetch = fetch;
  }

  /** Nothing is known yet and nothing has failed. */
  get first(): boolean {
    return this.data === undefined && this.problem === undefined;
  }

  /** A later call wins over one under way. */
  readonly load = async (): Promise<void> => {
    this.#asked?.abort();
    const asked = (this.#asked = new AbortController());
    this.busy = true;
    try {
      const data = await this.#fetch(asked.signal);
      if (asked.signal.aborted) return;
      this.data = data;
      this.problem = undefined;
    } catch (problem) {
      if (!asked.signal.aborted) this.problem = problem;
    } finally {
      if (!asked.signal.aborted) this.busy = false;
    }
  };

  stop(): void {
    this.#asked?.abort();
  }
}
