/**
 * Tints painted by the browser itself (CSS Custom Highlight API): no element enters the text, so
 * overlaps blend, and copying, searching and screen readers meet plain text.
 */

/** How a stretch is tinted; each distinct one is one highlight. */
export interface Ink {
  readonly colour: string;
  /** Share of the colour in the tint, 0 to 1. */
  readonly strength: number;
  /** The later is painted over the earlier. */
  readonly priority: number;
}

let surfaces = 0;

export class Inks {
  readonly #prefix = `prose-${++surfaces}`;
  readonly #sheet = new CSSStyleSheet();
  readonly #names = new Map<string, string>();

  constructor() {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
  }

  /** Replaces what is painted. */
  paint(stretches: readonly (readonly [ink: Ink, range: StaticRange])[]): void {
    const highlights = new Map<string, Highlight>();
    for (const [ink, range] of stretches) {
      const name = this.#name(ink);
      let highlight = highlights.get(name);
      if (!highlight) {
        highlight = new Highlight();
        highlight.priority = ink.priority;
        highlights.set(name, highlight);
      }
      highlight.add(range);
    }
    for (const name of this.#names.values()) {
      const highlight = highlights.get(name);
      if (highlight) CSS.highlights.set(name, highlight);
      else CSS.highlights.delete(name);
    }
  }
  close(): void {
    for (const name of this.#names.values()) CSS.highlights.delete(name);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (sheet) => sheet !== this.#sheet,
    );
  }

  #name({ colour, strength, priority }: Ink): string {
    const key = `${colour}/${strength}/${priority}`;
    const known = this.#names.get(key);
    if (known) return known;
    const name = `${this.#prefix}-${this.#names.size}`;
    // A class's colour is data: what is not a colour must not become a rule.
    const safe = CSS.supports('color', colour) ? colour : 'currentColor';
    const tint = `color-mix(in srgb, ${safe} ${Math.round(strength * 100)}%, transparent)`;
    this.#sheet.insertRule(`::highlight(${name}) { background-color: ${tint}; color: inherit; }`);
    this.#names.set(key, name);
    return name;
  }
}
