/** Tools, camera and nudging on a plane. */
import { command, type Command } from './command';

const tool = command('tool', 'plane');
const view = command('view', 'plane');
const move = command('region', 'plane');

export const planeCommands: readonly Command[] = [
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
];
