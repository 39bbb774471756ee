/** How a person likes to read series; kept in this browser. */
import type { Zone } from './calendar';

export interface SeriesSettings {
  readonly zone: Zone;
  /** Each channel over what is seen of it, or over all of it. */
  readonly fits: boolean;
}

const kept = 'penumbra.series';
const initial: SeriesSettings = { zone: 'stored', fits: true };
const watchers = new Set<() => void>();
let current: SeriesSettings = read();

export const seriesSettings = (): SeriesSettings => current;

export function setSeries(change: Partial<SeriesSettings>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(kept, JSON.stringify(current));
  } catch {
    // A full or forbidden store only forgets the setting.
  }
  for (const watcher of [...watchers]) watcher();
}
export function watchSeries(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function read(): SeriesSettings {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(kept) ?? '{}') as object) };
  } catch {
    return initial;
  }
}
