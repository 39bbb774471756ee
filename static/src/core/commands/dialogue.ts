/** Going through the turns of a dialogue, and rating them. The caret in a turn is prose's. */
import { command, type Command } from './command';

const view = command('view', 'dialogue');
const region = command('region', 'dialogue');

export const dialogueCommands: readonly Command[] = [
  view('turn.next', 'ArrowDown'),
  view('turn.previous', 'ArrowUp'),
  view('turn.first', '$mod+Home'),
  view('turn.last', '$mod+End'),
  view('turn.nextMarked', 'Alt+ArrowDown'),
  view('turn.previousMarked', 'Alt+ArrowUp'),
  view('turn.fold', 'Shift+f'),
  region('turn.rate1', 'Shift+Digit1'),
  region('turn.rate2', 'Shift+Digit2'),
  region('turn.rate3', 'Shift+Digit3'),
  region('turn.rate4', 'Shift+Digit4'),
  region('turn.rate5', 'Shift+Digit5'),
  region('turn.rateUp', '$mod+ArrowUp'),
  region('turn.rateDown', '$mod+ArrowDown'),
];
