/** Travelling over a map, and how its bands are shown. */
import { command, type Command } from './command';

const view = command('view', 'map');

export const mapCommands: readonly Command[] = [
  // While something is selected the arrows nudge it.
  view('map.left', 'ArrowLeft'),
  view('map.right', 'ArrowRight'),
  view('map.up', 'ArrowUp'),
  view('map.down', 'ArrowDown'),
  view('map.stretch', 'i'),
  view('map.overview', 'q'),
  view('map.copy', 'Shift+c'),
];
