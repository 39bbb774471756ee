/** Measurements over time. */
import { command, type Command } from './command';
import { rangeCommands } from './ranges';

export const seriesCommands: readonly Command[] = [
  ...rangeCommands('series'),
  command('view', 'series')('series.fits', 'v'),
];
