/** Where the items of a long list lie when only those in sight have been measured. */
export class Stack {
  readonly #heights: Float64Array;
  readonly #tops: Float64Array;
  /** Tops are right up to here. */
  #sound = 0;

  constructor(
    readonly count: number,
    estimate: (index: number) => number,
  ) {
    this.#heights = Float64Array.from({ length: count }, (_, i) => estimate(i));
    this.#tops = new Float64Array(count + 1);
  }

  get total(): number {
    return this.top(this.count);
  }
  height(index: number): number {
    return this.#heights[index] ?? 0;
  }
  top(index: number): number {
    for (let i = this.#sound; i < index; i++)
      this.#tops[i + 1] = this.#tops[i]! + this.#heights[i]!;
    this.#sound = Math.max(this.#sound, index);
    return this.#tops[index] ?? 0;
  }
  /** Says by how much it changed. */
  measure(index: number, height: number): number {
    const change = height - this.#heights[index]!;
    if (Math.abs(change) < 0.5) return 0;
    this.#heights[index] = height;
    this.#sound = Math.min(this.#sound, index);
    return change;
  }
  /** The item over which a height lies; the last one below them all. */
  at(y: number): number {
    let [low, high] = [0, this.count - 1];
    this.top(this.count);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#tops[middle + 1]! > y) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
