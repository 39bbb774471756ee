/** Slices, windows, and what reaches over several slices. */
import { command, type Command } from './command';

const view = command('view', 'volume');
const tool = command('tool', 'volume');
const region = command('region', 'volume');

export const volumeCommands: readonly Command[] = [
  // While something is selected the arrows nudge it.
  view('slice.up', 'ArrowUp'),
  view('slice.down', 'ArrowDown'),
  view('slice.previous', 'PageUp'),
  view('slice.next', 'PageDown'),
  view('slice.back', 'Shift+PageUp'),
  view('slice.forward', 'Shift+PageDown'),
  view('slice.first', 'Home'),
  view('slice.last', 'End'),
  view('time.previous', 'Alt+,'),
  view('time.next', 'Alt+.'),
  view('volume.plane', 'q'),
  view('volume.single', 'Shift+q'),
  view('volume.lines', 'Shift+x'),
  view('window.next', 'i'),
  view('window.invert', 'Shift+i'),
  view('window.reset', 'Alt+i'),
  view('window.darker', 'Shift+ArrowDown'),
  view('window.brighter', 'Shift+ArrowUp'),
  view('window.harder', 'Shift+ArrowLeft'),
  view('window.softer', 'Shift+ArrowRight'),
  tool('tool.cursor', 'Shift+c'),
  tool('tool.window', 'Shift+w'),
  tool('tool.threshold', 'Shift+t'),
  tool('tool.grow', 'Shift+g'),
  tool('reach.like', 'Alt+KeyT'),
  tool('reach.wider', 'Alt+Equal'),
  tool('reach.narrower', 'Alt+Minus'),
  region('region.deeper', 'Alt+PageDown'),
  region('region.shallower', 'Alt+PageUp'),
  region('region.sliceBack', 'Alt+ArrowUp'),
  region('region.sliceOn', 'Alt+ArrowDown'),
  region('mask.interpolate', 'j'),
];
