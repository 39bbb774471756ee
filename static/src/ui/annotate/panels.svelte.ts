/** Which side panels are open; narrow windows begin with icons, and an open panel lies over the data. */
const kept = 'penumbra.panels';
const narrow = matchMedia('(max-width: 1180px)');

export class Panels {
  #wanted = $state({ left: !narrow.matches, right: true, ...read() });
  isNarrow = $state(narrow.matches);

  constructor() {
    narrow.addEventListener('change', ({ matches }) => {
      this.isNarrow = matches;
      this.#wanted.left = !matches;
    });
    if (narrow.matches) this.#wanted.left = false;
  }
  get left(): boolean {
    return this.#wanted.left;
  }
  get right(): boolean {
    return this.#wanted.right;
  }
  toggle(side: 'left' | 'right'): void {
    this.#wanted[side] = !this.#wanted[side];
    localStorage.setItem(kept, JSON.stringify(this.#wanted));
  }
}

function read(): { left?: boolean; right?: boolean } {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? '{}') as { left?: boolean; right?: boolean };
  } catch {
    return {};
  }
}
