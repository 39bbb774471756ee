/** What works on every task, whatever its fields. */
import { command, type Command } from './command';

const task = command('task', 'task');
const edit = command('edit', 'task');
const region = command('region', 'task');

export const taskCommands: readonly Command[] = [
  { ...task('task.submit', 'Enter', '$mod+Enter'), typing: true },
  task('task.skip', 's'),
  task('task.previous', 'ArrowLeft'),
  task('task.next', 'ArrowRight', 'd'),
  task('task.undoSubmit', 'u'),
  task('task.comment', 'c'),
  task('task.guidelines', 'g'),
  task('task.explain', 'Alt+KeyW'),

  edit('edit.undo', '$mod+z', 'z'),
  edit('edit.redo', '$mod+Shift+z', '$mod+y', 'Shift+z'),
  edit('edit.selectAll', '$mod+a'),
  edit('edit.copy', '$mod+c'),
  edit('edit.paste', '$mod+v'),
  edit('edit.duplicate', '$mod+d'),
  edit('edit.delete', 'Delete', 'Backspace'),
  edit('edit.deselect', 'Escape'),

  region('region.accept', 'a', 'y'),
  region('region.acceptAll', 'Shift+a', 'Shift+y'),
  region('region.reject', 'x'),
  // An image's box tool hides R while the image is in use; T works everywhere.
  region('region.relate', 'r', 't'),
  // The letters alone are an image's polygon, a sound's playing: with Alt they work everywhere.
  region('object.propose', 'Alt+KeyP', 'p'),
  region('object.link', 'Alt+KeyJ', 'j'),
  region('object.nextMention', 'Alt+ArrowDown'),
  region('object.previousMention', 'Alt+ArrowUp'),
  region('region.hide', 'h'),
  region('region.hideOthers', 'Shift+h'),
  region('region.lock', 'Shift+l'),
  region('region.next', 'Tab', '.'),
  region('region.previous', 'Shift+Tab', ','),

  { ...command('text', 'task')('text.search', '$mod+f'), typing: true },

  command('help', 'page')('help.keys', 'Shift+?'),
];
