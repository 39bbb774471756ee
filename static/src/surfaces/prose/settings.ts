/** How a person likes to read and mark text; kept in this browser. */
import type { Grain } from './words';

export interface ProseSettings {
  readonly grain: Grain;
  /** Label names over the spans. */
  readonly chips: boolean;
}

const kept = 'penumbra.prose';
const initial: ProseSettings = { grain: 'word', chips: true };
const watchers = new Set<() => void>();
let current: ProseSettings = read();

export const proseSettings = (): ProseSettings => current;

export function setProse(change: Partial<ProseSettings>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(kept, JSON.stringify(current));
  } catch {
    // A full or forbidden store only forgets the setting.
  }
  for (const watcher of [...watchers]) watcher();
}
export function watchProse(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function read(): ProseSettings {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(kept) ?? '{}') as object) };
  } catch {
    return initial;
  }
}
