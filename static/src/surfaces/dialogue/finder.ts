/** Looks for words in every turn, and goes from hit to hit. */
import { findAll, mostFound, type Found } from '../prose/find';
import type { TurnStretch } from './marker';
import type { Talk } from './turns';

export class Finder {
  hits: readonly TurnStretch[] = [];
  at = -1;

  constructor(
    readonly turns: readonly Talk[],
    /** Brings the hit that one stands at into sight; null when there is none. */
    readonly show: (hit: TurnStretch | null) => void,
  ) {}

  /** An empty string ends the search; it begins at the turn one is in. */
  find(sought: string, turn: number): Found {
    const hits: TurnStretch[] = [];
    for (const { index, text } of sought ? this.turns : []) {
      for (const { from, to } of findAll(text, sought)) hits.push({ turn: index, from, to });
      if (hits.length >= mostFound) break;
    }
    this.hits = hits;
    const next = hits.findIndex((hit) => hit.turn >= turn);
    this.at = hits.length ? Math.max(0, next) : -1;
    return this.#found();
  }
  step(by: 1 | -1): Found {
    const { length } = this.hits;
    this.at = length ? (this.at + by + length) % length : -1;
    return this.#found();
  }
  #found(): Found {
    this.show(this.hits[this.at] ?? null);
    return { count: this.hits.length, at: this.at };
  }
}
