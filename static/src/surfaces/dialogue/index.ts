/** The surface for dialogues. */
import '../prose/prose.css';
import type { Surface } from '../surface';
import './dialogue.css';
import { DialogueView } from './view';

export const dialogue: Surface = {
  async prepare() {
    // The turns came with the task; there is nothing to fetch.
  },
  async open(place) {
    return new DialogueView(place);
  },
};
