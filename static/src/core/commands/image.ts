/** What needs the pixels of a still picture, or works on whole outlines. */
import { command, type Command } from './command';

const tool = command('tool', 'image');
const shape = command('region', 'image');
const view = command('view', 'image');

export const imageCommands: readonly Command[] = [
  tool('tool.wand', 'q'),
  tool('tool.superpixels', 'Shift+q'),
  tool('tool.segment', 'Shift+c'),
  tool('segment.off', 'Shift+n'),
  tool('tool.slice', 'Shift+s'),
  tool('tool.order', 'Shift+o'),
  shape('shape.convert', 'Shift+m'),
  shape('shape.join', 'Shift+j'),
  shape('shape.simpler', 'Alt+Minus'),
  shape('shape.finer', 'Alt+Equal'),
  shape('edit.previousImage', '$mod+Shift+v'),
  view('look.brighter', 'Alt+ArrowUp'),
  view('look.darker', 'Alt+ArrowDown'),
  view('look.harder', 'Alt+Shift+ArrowUp'),
  view('look.softer', 'Alt+Shift+ArrowDown'),
  view('look.invert', 'i'),
  view('look.plain', 'Shift+i'),
];
