/** Going about a table, selecting, and what is done to columns. */
import { command, type Command } from './command';

const view = command('view', 'table');
const region = command('region', 'table');

export const tableCommands: readonly Command[] = [
  view('table.left', 'ArrowLeft'),
  view('table.right', 'ArrowRight'),
  view('table.up', 'ArrowUp'),
  view('table.down', 'ArrowDown'),
  view('table.pageUp', 'PageUp'),
  view('table.pageDown', 'PageDown'),
  view('table.home', 'Home'),
  view('table.end', 'End'),
  view('table.first', '$mod+Home'),
  view('table.last', '$mod+End'),
  region('table.extendLeft', 'Shift+ArrowLeft'),
  region('table.extendRight', 'Shift+ArrowRight'),
  region('table.extendUp', 'Shift+ArrowUp'),
  region('table.extendDown', 'Shift+ArrowDown'),
  region('table.extendPageUp', 'Shift+PageUp'),
  region('table.extendPageDown', 'Shift+PageDown'),
  region('table.extendHome', 'Shift+Home'),
  region('table.extendEnd', 'Shift+End'),
  region('table.extendFirst', '$mod+Shift+Home'),
  region('table.extendLast', '$mod+Shift+End'),
  region('table.row', 'Shift+Space'),
  view('table.nextMarked', 'Alt+ArrowDown'),
  view('table.previousMarked', 'Alt+ArrowUp'),
  view('table.sort', 'Shift+o'),
  view('table.pin', 'Shift+p'),
  view('table.hide', 'Shift+m'),
  view('table.showAll', 'Alt+KeyM'),
  view('table.narrower', 'Alt+ArrowLeft'),
  view('table.wider', 'Alt+ArrowRight'),
];
