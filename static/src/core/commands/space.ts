/**
 * Cuboids in a cloud, cameras and frames. Letters move a selected cuboid as annotators of drives
 * are used to (W A S D, Q E, G); arrows do the same.
 */
import { command, type Command } from './command';

const region = command('region', 'space');
const tool = command('tool', 'space');
const view = command('view', 'space');
const play = command('play', 'space');

export const spaceCommands: readonly Command[] = [
  region('space.new', 'n'),
  region('space.forward', 'ArrowUp', 'w'),
  region('space.backward', 'ArrowDown', 's'),
  region('space.left', 'ArrowLeft', 'a'),
  region('space.right', 'ArrowRight', 'd'),
  region('space.raise', 'PageUp'),
  region('space.lower', 'PageDown'),
  region('space.longer', 'Shift+ArrowUp'),
  region('space.shorter', 'Shift+ArrowDown'),
  region('space.wider', 'Shift+ArrowRight'),
  region('space.narrower', 'Shift+ArrowLeft'),
  region('space.taller', 'Shift+PageUp'),
  region('space.flatter', 'Shift+PageDown'),
  region('space.turnLeft', 'Alt+ArrowLeft', 'q'),
  region('space.turnRight', 'Alt+ArrowRight', 'e'),
  region('space.pitchUp', 'Alt+ArrowUp'),
  region('space.pitchDown', 'Alt+ArrowDown'),
  region('space.rollLeft', 'Alt+PageUp'),
  region('space.rollRight', 'Alt+PageDown'),
  region('space.flip', 'g'),
  region('space.quarter', 'Shift+g'),
  region('space.stand', 'Shift+s'),
  region('space.fitting', 'f'),
  region('space.confirm', 'k'),
  region('space.propose', 'Shift+p'),
  tool('space.select', 'v'),
  tool('space.cuboid', 'b'),
  tool('space.fit', 'Shift+f'),
  tool('space.lasso', 'l'),
  tool('space.rectangle', 'o'),
  tool('space.brush', 'p'),
  tool('space.smaller', '-'),
  tool('space.larger', '=', 'Shift++'),
  view('space.home', 'Shift+Digit1'),
  view('space.focus', 'Shift+Digit2'),
  view('space.above', 'Shift+Digit3'),
  view('space.behind', 'Shift+Digit4'),
  view('space.in', '$mod+='),
  view('space.out', '$mod+-'),
  view('space.colour', 'm'),
  view('space.ground', 'j'),
  view('space.camera', 'i'),
  view('space.grid', 'Shift+b'),
  play('space.nextFrame', ']'),
  play('space.previousFrame', '['),
  play('space.firstFrame', 'Home'),
  play('space.lastFrame', 'End'),
  play('space.carryOn', 'Alt+BracketRight'),
  play('space.carryBack', 'Alt+BracketLeft'),
  play('space.followAll', 'Shift+Alt+BracketRight'),
  play('space.key', 'Shift+k'),
  play('space.end', 'Shift+e'),
];
