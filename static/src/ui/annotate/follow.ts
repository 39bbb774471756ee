/** Lets Svelte follow a plain object that calls its watchers. */
import { createSubscriber } from 'svelte/reactivity';

type Watchable = (changed: () => void) => () => void;

/** Call the answer wherever the object is read, and the reader runs again when it changes. */
export const follow = (...watches: Watchable[]): (() => void) =>
  createSubscriber((update) => {
    const stops = watches.map((watch) => watch(update));
    return () => {
      for (const stop of stops) stop();
    };
  });
