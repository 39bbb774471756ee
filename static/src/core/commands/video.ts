/** Stepping, playing, and the life of tracks. */
import { command, type Command } from './command';

const play = command('play', 'video');
const track = command('track', 'video');
const view = command('view', 'video');

export const videoCommands: readonly Command[] = [
  play('video.play', 'Space'),
  play('frame.next', 'f'),
  play('frame.previous', 'd'),
  play('frame.forward', 'Shift+f'),
  play('frame.back', 'Shift+d'),
  play('frame.nextKeyframe', '$mod+ArrowRight'),
  play('frame.previousKeyframe', '$mod+ArrowLeft'),
  play('frame.first', 'Home'),
  play('frame.last', 'End'),
  play('frame.ask', 'j'),
  play('video.slower', 'Shift+<'),
  play('video.faster', 'Shift+>'),
  track('track.keyframe', 'i'),
  track('track.occluded', 'Shift+q'),
  track('track.outside', 'Shift+o'),
  track('track.start', 'Shift+s'),
  track('track.end', 'Shift+e'),
  track('track.endless', 'Alt+e'),
  track('track.split', 'Alt+m'),
  track('track.merge', 'Shift+m'),
  track('track.copyOn', '$mod+b'),
  track('track.follow', 'Shift+b'),
  track('track.nextProposed', 'Shift+i'),
  track('track.confirmHere', 'Alt+KeyI'),
  track('track.range', 'Shift+n'),
  view('timeline.in', 'Alt+Equal'),
  view('timeline.out', 'Alt+Minus'),
  view('timeline.all', 'Alt+Digit0'),
];
