/** The caret, and the ends of spans. */
import { command, type Command } from './command';

const text = command('text', 'prose');

export const proseCommands: readonly Command[] = [
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
];
