/** The tabs of the learning page: one line and one folder each, loaded when first opened. */
import type { Component } from 'svelte';
import type { Role } from '../../live/types';
import type { LearningState } from './learning.svelte';

export interface TabProps {
  projectId: string;
  learning: LearningState;
}
export interface Tab {
  /** As in the address: /projects/:id/learning/<name>. */
  name: string;
  /** Key of the tab's name in the catalogues. */
  label: string;
  /** The roles the server opens it to; all of them where none is named. */
  roles?: readonly Role[];
  load: () => Promise<{ default: Component<TabProps> }>;
}

export const FIRST = 'overview';

export const tabs: readonly Tab[] = [
  {
    name: FIRST,
    label: 'learning.tabs.overview',
    load: () => import('./overview/OverviewTab.svelte'),
  },
  {
    name: 'accuracy',
    label: 'learning.tabs.accuracy',
    roles: ['owner', 'manager', 'reviewer', 'viewer'],
    load: () => import('./accuracy/AccuracyTab.svelte'),
  },
  { name: 'map', label: 'learning.tabs.map', load: () => import('./map/MapTab.svelte') },
  {
    name: 'errors',
    label: 'learning.tabs.errors',
    load: () => import('./errors/ErrorsTab.svelte'),
  },
  {
    name: 'acceptance',
    label: 'learning.tabs.acceptance',
    roles: ['owner', 'manager'],
    load: () => import('./acceptance/AcceptanceTab.svelte'),
  },
  {
    name: 'strategies',
    label: 'learning.tabs.strategies',
    load: () => import('./strategies/StrategiesTab.svelte'),
  },
  {
    name: 'versions',
    label: 'learning.tabs.versions',
    load: () => import('./versions/VersionsTab.svelte'),
  },
];

/** The tab an address names; the first one where it names none that is known and open to the role. */
export function tabNamed(name: string | undefined, open: readonly Tab[] = tabs): Tab {
  const found = open.find((tab) => tab.name === name) ?? open[0];
  if (!found) throw new Error('The learning page has no tab.');
  return found;
}

export function tabsFor(may: (...roles: Role[]) => boolean): readonly Tab[] {
  return tabs.filter((tab) => !tab.roles || may(...tab.roles));
}
