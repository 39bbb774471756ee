/**
 * Offsets of a text in UTF-16 units (what the browser counts) and in code points (what regions
 * say). The text is never normalised; a lone surrogate counts as one code point, as in Python.
 */
export class Offsets {
  /** UTF-16 offset of the second half of every surrogate pair, ascending. */
  readonly #low: Uint32Array;
  readonly length: number;

  constructor(readonly text: string) {
    const low: number[] = [];
    for (let i = 0; i + 1 < text.length; i++) {
      if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) low.push(++i);
    }
    this.#low = Uint32Array.from(low);
    this.length = text.length - low.length;
  }

  /** An offset inside a pair is taken as the end of that character. */
  toCodePoint(unit: number): number {
    return unit - this.#before((k) => this.#low[k]! < unit);
  }
  toUnit(codePoint: number): number {
    // The k-th pair (from 0) starts at code point low[k] - 1 - k.
    return codePoint + this.#before((k) => this.#low[k]! - 1 - k < codePoint);
  }
  slice(start: number, end: number): string {
    return this.text.slice(this.toUnit(start), this.toUnit(end));
  }

  /** How many pairs, from the first, satisfy a condition that holds for a prefix. */
  #before(holds: (index: number) => boolean): number {
    let [from, to] = [0, this.#low.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (holds(middle)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
