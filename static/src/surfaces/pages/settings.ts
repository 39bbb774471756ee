/** How a person likes to read documents; kept in this browser. */
export interface PagesSettings {
  /** The list of small pages at the side. */
  readonly thumbs: boolean;
  /** Pages dark with light letters. */
  readonly night: boolean;
}

const kept = 'penumbra.pages';
const initial: PagesSettings = { thumbs: false, night: false };
const watchers = new Set<() => void>();
let current: PagesSettings = read();

export const pagesSettings = (): PagesSettings => current;

export function setPages(change: Partial<PagesSettings>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(kept, JSON.stringify(current));
  } catch {
    // A full or forbidden store only forgets the setting.
  }
  for (const watcher of [...watchers]) watcher();
}
export function watchPages(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function read(): PagesSettings {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(kept) ?? '{}') as object) };
  } catch {
    return initial;
  }
}
