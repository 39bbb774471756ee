/**
 * Everything a key can do. Texts are `command.<id>` and `commands.<group>` in the catalogues.
 *
 * Scopes: `page` works on any page; `task` while annotating; `plane` and `prose` while that kind of
 * surface is in use. A surface that does not want a command (nothing selected) lets it fall through.
 */
export type Scope = 'page' | 'task' | 'plane' | 'prose';
export type Group = 'task' | 'edit' | 'region' | 'text' | 'tool' | 'view' | 'help';

export interface Command {
  readonly id: string;
  readonly group: Group;
  readonly scope: Scope;
  /** In tinykeys' words; the first one is shown. */
  readonly keys: readonly string[];
  /** Works in a text box too, by those of its keys that hold $mod. */
  readonly typing?: boolean;
}

const command =
  (group: Group, scope: Scope) =>
  (id: string, ...keys: string[]): Command => ({ id, group, scope, keys });
const task = command('task', 'task');
const edit = command('edit', 'task');
const region = command('region', 'task');
const tool = command('tool', 'plane');
const view = command('view', 'plane');
const move = command('region', 'plane');
const text = command('text', 'prose');

export const commands: readonly Command[] = [
  { ...task('task.submit', 'Enter', '$mod+Enter'), typing: true },
  task('task.skip', 's'),
  task('task.previous', 'ArrowLeft'),
  task('task.next', 'ArrowRight', 'd'),
  task('task.undoSubmit', 'u'),
  task('task.comment', 'c'),
  task('task.guidelines', 'g'),

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
  region('region.hide', 'h'),
  region('region.hideOthers', 'Shift+h'),
  region('region.lock', 'Shift+l'),
  region('region.next', 'Tab', '.'),
  region('region.previous', 'Shift+Tab', ','),
  move('region.new', 'n'),
  move('region.front', 'PageUp'),
  move('region.back', 'PageDown'),
  move('region.left', 'ArrowLeft'),
  move('region.right', 'ArrowRight'),
  move('region.up', 'ArrowUp'),
  move('region.down', 'ArrowDown'),
  move('region.narrower', 'Shift+ArrowLeft'),
  move('region.wider', 'Shift+ArrowRight'),
  move('region.shorter', 'Shift+ArrowUp'),
  move('region.taller', 'Shift+ArrowDown'),
  move('region.turnLeft', 'Alt+ArrowLeft'),
  move('region.turnRight', 'Alt+ArrowRight'),

  tool('tool.select', 'v'),
  tool('tool.box', 'r'),
  tool('tool.rotated_box', 'Shift+r'),
  tool('tool.polygon', 'p'),
  tool('tool.hole', 'Shift+p'),
  tool('tool.polyline', 'l'),
  tool('tool.ellipse', 'o'),
  tool('tool.keypoints', 'k'),
  tool('tool.brush', 'b'),
  tool('tool.eraser', 'e'),
  tool('tool.pan', 'w'),
  tool('tool.smaller', '['),
  tool('tool.larger', ']'),
  tool('tool.snap', 'm'),

  view('view.fit', 'f', 'Shift+Digit1'),
  view('view.selection', 'Shift+f', 'Shift+Digit2'),
  view('view.actual', 'Shift+Digit0'),
  view('view.in', '=', 'Shift++'),
  view('view.out', '-'),

  { ...command('text', 'task')('text.search', '$mod+f'), typing: true },
  text('text.snap', 'm'),
  text('text.chips', 'i'),
  text('caret.left', 'ArrowLeft'),
  text('caret.right', 'ArrowRight'),
  text('caret.up', 'ArrowUp'),
  text('caret.down', 'ArrowDown'),
  text('caret.wordLeft', '$mod+ArrowLeft'),
  text('caret.wordRight', '$mod+ArrowRight'),
  text('caret.lineStart', 'Home'),
  text('caret.lineEnd', 'End'),
  text('caret.extendLeft', 'Shift+ArrowLeft'),
  text('caret.extendRight', 'Shift+ArrowRight'),
  text('caret.extendUp', 'Shift+ArrowUp'),
  text('caret.extendDown', 'Shift+ArrowDown'),
  text('caret.extendWordLeft', '$mod+Shift+ArrowLeft'),
  text('caret.extendWordRight', '$mod+Shift+ArrowRight'),
  text('caret.extendLineStart', 'Shift+Home'),
  text('caret.extendLineEnd', 'Shift+End'),
  text('span.endBack', 'Alt+ArrowLeft'),
  text('span.endOn', 'Alt+ArrowRight'),
  text('span.startBack', 'Alt+Shift+ArrowLeft'),
  text('span.startOn', 'Alt+Shift+ArrowRight'),

  command('help', 'page')('help.keys', 'Shift+?'),
];
