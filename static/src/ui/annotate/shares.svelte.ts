/** How parts share a length; what a person sets is kept for the project. */
const smallest = 0.06;

export class Shares {
  #shares: number[] = $state([]);
  readonly #kept: string;

  constructor(name: string, weights: readonly number[]) {
    this.#kept = `penumbra.shares.${name}`;
    this.#shares = this.#read(weights.length) ?? even(weights);
  }

  of(at: number): number {
    return this.#shares[at] ?? 1;
  }
  /** Moves the border before part `at` by a share of the whole. */
  move(at: number, by: number): void {
    const [before, after] = [this.of(at - 1), this.of(at)];
    const moved = Math.max(smallest - before, Math.min(after - smallest, by));
    this.#shares[at - 1] = before + moved;
    this.#shares[at] = after - moved;
    localStorage.setItem(this.#kept, JSON.stringify(this.#shares));
  }

  #read(count: number): number[] | null {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#kept) ?? 'null') as unknown;
      return Array.isArray(kept) && kept.length === count && kept.every((one) => one > 0)
        ? even(kept as number[])
        : null;
    } catch {
      return null;
    }
  }
}

const even = (weights: readonly number[]): number[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
};
