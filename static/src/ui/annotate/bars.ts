/** The bars over each family of surfaces, loaded with them; a family without one has none. */
import type { Component } from 'svelte';
import type { SurfaceScope } from '../../core/commands';
import type { View } from '../../surfaces';
import type { Sheet } from './sheet.svelte';
import type { Workbench } from './workbench.svelte';

/** A bar knows the class of its view: the scope it is filed under says so. */
export interface BarProps<V extends View = View> {
  readonly bench: Workbench;
  readonly sheet: Sheet;
  readonly view: V;
  /** The field has the page to itself. */
  readonly isSole: boolean;
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each bar takes its own class of view
type Bar = Component<BarProps<any>>;

const bars: { readonly [S in SurfaceScope]?: () => Promise<{ default: Bar }> } = {
  pages: () => import('./PagesBar.svelte'),
  image: () => import('./ImageBar.svelte'),
  plane: () => import('./PlaneBar.svelte'),
  prose: () => import('./ProseBar.svelte'),
  table: () => import('./TableBar.svelte'),
  dialogue: () => import('./DialogueBar.svelte'),
  audio: () => import('./AudioBar.svelte'),
  series: () => import('./SeriesBar.svelte'),
  space: () => import('./SpaceBar.svelte'),
  video: () => import('./VideoBar.svelte'),
  volume: () => import('./VolumeBar.svelte'),
  map: () => import('./MapBar.svelte'),
};

export async function barsFor(scopes: readonly SurfaceScope[]): Promise<readonly Bar[]> {
  const loaded = await Promise.all(scopes.map((scope) => bars[scope]?.()));
  return loaded.flatMap((one) => (one ? [one.default] : []));
}
