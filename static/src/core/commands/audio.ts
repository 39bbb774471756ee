/** Playing, and what is written while it plays: the keys that hold $mod work in the transcript too. */
import { command, type Command } from './command';
import { rangeCommands } from './ranges';

const play = command('play', 'audio');
const view = command('view', 'audio');
const text = command('text', 'audio');
const typing = (made: Command): Command => ({ ...made, typing: true });

export const audioCommands: readonly Command[] = [
  typing(play('audio.play', 'Space', '$mod+Space', '$mod+k')),
  typing(play('audio.playRegion', 'p', 'Shift+Space', '$mod+Shift+Space')),
  typing(play('audio.back', 'j', '$mod+j')),
  play('audio.on', 'k'),
  typing(play('audio.loop', 'l', '$mod+l')),
  typing(play('audio.slower', '[', '$mod+[')),
  typing(play('audio.faster', ']', '$mod+]')),
  play('audio.plain', '\\'),
  ...rangeCommands('audio'),
  text('audio.write', 'e'),
  text('audio.words', 'w'),
  view('audio.spectrogram', 'v'),
  view('audio.scale', 'Shift+v'),
  view('audio.louder', 'Shift+ArrowUp'),
  view('audio.quieter', 'Shift+ArrowDown'),
];
