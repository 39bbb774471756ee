/** How a person tracks; kept in this browser. */

export interface VideoSettings {
  /** How long a new track lives: one frame until it is extended, or to the end of the video. */
  readonly life: 'frame' | 'rest';
  /** How many frames a shape is copied on. */
  readonly copies: number;
  /** Height of the time line, in screen pixels. */
  readonly height: number;
}

const kept = 'penumbra.video';
const initial: VideoSettings = { life: 'frame', copies: 10, height: 174 };
const watchers = new Set<() => void>();
let current: VideoSettings = read();

export const videoSettings = (): VideoSettings => current;

export function setVideo(change: Partial<VideoSettings>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(kept, JSON.stringify(current));
  } catch {
    // A full or forbidden store only forgets the setting.
  }
  for (const watcher of [...watchers]) watcher();
}
export function watchVideo(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function read(): VideoSettings {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(kept) ?? '{}') as object) };
  } catch {
    return initial;
  }
}
