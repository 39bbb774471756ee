/** The surface for text. */
import type { Surface } from '../surface';
import './prose.css';
import { ProseView } from './view';

export const prose: Surface = {
  async prepare() {
    // The text came with the task; there is nothing to fetch.
  },
  async open(place) {
    return new ProseView(place, String(place.value));
  },
};
