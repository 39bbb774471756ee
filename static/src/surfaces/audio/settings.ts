/** How a person likes to see and hear sound; kept in this browser. */

export interface AudioSettings {
  readonly spectrogram: boolean;
  readonly scale: 'linear' | 'mel';
  readonly rate: number;
  readonly volume: number;
}

const kept = 'penumbra.audio';
const initial: AudioSettings = { spectrogram: true, scale: 'mel', rate: 1, volume: 1 };
const watchers = new Set<() => void>();
let current: AudioSettings = read();

export const audioSettings = (): AudioSettings => current;

export function setAudio(change: Partial<AudioSettings>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(kept, JSON.stringify(current));
  } catch {
    // A full or forbidden store only forgets the setting.
  }
  for (const watcher of [...watchers]) watcher();
}
export function watchAudio(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function read(): AudioSettings {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(kept) ?? '{}') as object) };
  } catch {
    return initial;
  }
}
