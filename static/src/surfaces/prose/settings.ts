/** How a person likes to read and mark text; kept in this browser. */
import { Liking } from '../liking';
import type { Grain } from './words';

export interface ProseSettings {
  readonly grain: Grain;
  /** Label names over the spans. */
  readonly chips: boolean;
}

const liking = new Liking<ProseSettings>('penumbra.prose', { grain: 'word', chips: true });

export const proseSettings = liking.get;
export const setProse = liking.set;
export const watchProse = liking.watch;

/** By words or by characters; answers which it is now. */
export function toggleGrain(): Grain {
  const grain = proseSettings().grain === 'word' ? 'character' : 'word';
  setProse({ grain });
  return grain;
}
export const toggleChips = (): void => setProse({ chips: !proseSettings().chips });
