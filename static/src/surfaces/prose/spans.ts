/** The spans of one text in order, found by place, each with a level so that none hides another. */
export interface PlacedSpan {
  readonly id: string;
  /** UTF-16 units, half open. */
  readonly from: number;
  readonly to: number;
}

export class SpanIndex<S extends PlacedSpan> {
  readonly #sorted: readonly S[];
  /** The farthest end among the spans up to each one: where a search to the left may stop. */
  readonly #reach: Uint32Array;
  readonly #levels = new Map<string, number>();

  constructor(spans: readonly S[]) {
    this.#sorted = [...spans].sort((a, b) => a.from - b.from || b.to - a.to);
    this.#reach = new Uint32Array(this.#sorted.length);
    let reach = 0;
    this.#sorted.forEach((span, i) => (this.#reach[i] = reach = Math.max(reach, span.to)));
    for (const cluster of this.#clusters()) stack(cluster, this.#levels);
  }

  get size(): number {
    return this.#sorted.length;
  }
  /** 0 is next to the text; a span that holds another lies farther out. */
  level(id: string): number {
    return this.#levels.get(id) ?? 0;
  }
  /** The spans that touch [from, to), in text order. */
  within(from: number, to: number): S[] {
    const first = this.#firstReaching(from);
    const found: S[] = [];
    for (let i = first; i < this.#sorted.length && this.#sorted[i]!.from < to; i++)
      if (this.#sorted[i]!.to > from) found.push(this.#sorted[i]!);
    return found;
  }
  /** The spans over the character at `offset`, the shortest (innermost) first. */
  at(offset: number): S[] {
    return this.within(offset, offset + 1).sort((a, b) => a.to - a.from - (b.to - b.from));
  }

  #firstReaching(offset: number): number {
    let [low, high] = [0, this.#reach.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#reach[middle]! > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }
  /** Runs of spans that overlap one another; spans that only touch are apart. */
  *#clusters(): Generator<S[]> {
    let cluster: S[] = [];
    let reach = 0;
    for (const span of this.#sorted) {
      if (cluster.length && span.from >= reach) {
        yield cluster;
        cluster = [];
      }
      cluster.push(span);
      reach = Math.max(reach, span.to);
    }
    if (cluster.length) yield cluster;
  }
}

/** The shortest spans take the level nearest to the text. */
function stack(cluster: readonly PlacedSpan[], levels: Map<string, number>): void {
  const rows: PlacedSpan[][] = [];
  for (const span of [...cluster].sort((a, b) => a.to - a.from - (b.to - b.from))) {
    const free = rows.findIndex((row) => row.every((other) => !overlaps(span, other)));
    const level = free < 0 ? rows.length : free;
    (rows[level] ??= []).push(span);
    levels.set(span.id, level);
  }
}

export const overlaps = (a: PlacedSpan, b: PlacedSpan): boolean => a.from < b.to && b.from < a.to;
