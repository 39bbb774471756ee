/** How a person likes a kind of surface: kept in this browser, told to those who watch. */

export class Liking<T extends object> {
  #current: T;
  readonly #watchers = new Set<() => void>();

  constructor(
    private readonly key: string,
    private readonly initial: T,
  ) {
    this.#current = this.#read();
  }
  readonly get = (): T => this.#current;
  readonly set = (change: Partial<T>): void => {
    this.#current = { ...this.#current, ...change };
    try {
      localStorage.setItem(this.key, JSON.stringify(this.#current));
    } catch {
      // A full or forbidden store only forgets the setting.
    }
    for (const watcher of [...this.#watchers]) watcher();
  };
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  #read(): T {
    try {
      return { ...this.initial, ...(JSON.parse(localStorage.getItem(this.key) ?? '{}') as object) };
    } catch {
      return this.initial;
    }
  }
}
