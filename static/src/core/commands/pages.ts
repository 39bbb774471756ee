/** Pages of a document: tools, boxes and caret by keyboard, going about and zooming. */
import { command, type Command } from './command';

const tool = command('tool', 'pages');
const region = command('region', 'pages');
const text = command('text', 'pages');
const view = command('view', 'pages');

export const pagesCommands: readonly Command[] = [
  tool('pages.select', 'v'),
  tool('pages.box', 'b'),
  tool('pages.order', 'o'),
  tool('pages.table', 'l'),
  region('pages.new', 'n'),
  region('pages.number', 'Shift+o'),
  region('pages.moveLeft', 'ArrowLeft'),
  region('pages.moveRight', 'ArrowRight'),
  region('pages.moveUp', 'ArrowUp'),
  region('pages.moveDown', 'ArrowDown'),
  region('pages.moveFarLeft', '$mod+ArrowLeft'),
  region('pages.moveFarRight', '$mod+ArrowRight'),
  region('pages.moveFarUp', '$mod+ArrowUp'),
  region('pages.moveFarDown', '$mod+ArrowDown'),
  region('pages.extendLeft', 'Shift+ArrowLeft'),
  region('pages.extendRight', 'Shift+ArrowRight'),
  region('pages.extendUp', 'Shift+ArrowUp'),
  region('pages.extendDown', 'Shift+ArrowDown'),
  region('pages.extendFarLeft', '$mod+Shift+ArrowLeft'),
  region('pages.extendFarRight', '$mod+Shift+ArrowRight'),
  region('pages.extendFarUp', '$mod+Shift+ArrowUp'),
  region('pages.extendFarDown', '$mod+Shift+ArrowDown'),
  region('pages.addColumn', 'Alt+KeyC'),
  region('pages.addRow', 'Alt+KeyR'),
  text('pages.moveHome', 'Home'),
  text('pages.moveEnd', 'End'),
  text('pages.extendHome', 'Shift+Home'),
  text('pages.extendEnd', 'Shift+End'),
  text('pages.endBack', 'Alt+ArrowLeft'),
  text('pages.endOn', 'Alt+ArrowRight'),
  text('pages.startBack', 'Alt+Shift+ArrowLeft'),
  text('pages.startOn', 'Alt+Shift+ArrowRight'),
  text('pages.snap', 'm'),
  text('pages.chips', 'i'),
  view('pages.next', 'PageDown'),
  view('pages.previous', 'PageUp'),
  view('pages.first', '$mod+Home'),
  view('pages.last', '$mod+End'),
  view('pages.zoomIn', '=', 'Shift++'),
  view('pages.zoomOut', '-'),
  view('pages.actual', 'Shift+Digit0'),
  view('pages.fitWidth', 'f', 'Shift+Digit1'),
  view('pages.fitPage', 'Shift+f', 'Shift+Digit2'),
  view('pages.thumbs', 'Shift+t'),
];
