/**
 * Everything a key can do. Texts are `command.<id>` and `commands.<group>` in the catalogues. A
 * surface with keys of its own brings a file and a line here.
 */
import { audioCommands } from './audio';
import type { Command } from './command';
import { imageCommands } from './image';
import { mapCommands } from './map';
import { dialogueCommands } from './dialogue';
import { pagesCommands } from './pages';
import { planeCommands } from './plane';
import { proseCommands } from './prose';
import { spaceCommands } from './space';
import { seriesCommands } from './series';
import { tableCommands } from './table';
import { taskCommands } from './task';
import { videoCommands } from './video';
import { volumeCommands } from './volume';

export { surfaceScopes, type Command, type Group, type Scope, type SurfaceScope } from './command';

export const commands: readonly Command[] = [
  ...taskCommands,
  ...tableCommands,
  ...imageCommands,
  ...planeCommands,
  ...proseCommands,
  ...audioCommands,
  ...seriesCommands,
  ...dialogueCommands,
  ...pagesCommands,
  ...videoCommands,
  ...spaceCommands,
  ...volumeCommands,
  ...mapCommands,
];
