/** What a command is; see `index.ts` for all there are. */

/** Families of surfaces that have keys of their own. */
export const surfaceScopes = [
  'image',
  'plane',
  'prose',
  'audio',
  'video',
  'space',
  'series',
  'pages',
  'table',
  'dialogue',
  'html',
  'map',
  'volume',
] as const;
export type SurfaceScope = (typeof surfaceScopes)[number];
/**
 * `page` works on any page; `task` while annotating; the others while such a surface is in use. A
 * surface that does not want a command (nothing selected) lets it fall through.
 */
export type Scope = 'page' | 'task' | SurfaceScope;
export type Group =
  'task' | 'edit' | 'region' | 'track' | 'text' | 'tool' | 'view' | 'play' | 'help';

export interface Command {
  readonly id: string;
  readonly group: Group;
  readonly scope: Scope;
  /** In tinykeys' words; the first one is shown. */
  readonly keys: readonly string[];
  /** Works in a text box too, by those of its keys that hold $mod. */
  readonly typing?: boolean;
}

export const command =
  (group: Group, scope: Scope) =>
  (id: string, ...keys: string[]): Command => ({ id, group, scope, keys });
