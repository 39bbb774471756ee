/** The tabs of the quality page: one line and one file each, loaded when first opened. */
import type { Component } from 'svelte';
import type { QualityState } from './quality.svelte';

export interface TabProps {
  projectId: string;
  quality: QualityState;
}
export interface Tab {
  /** As in the address: /projects/:id/quality/<name>. */
  name: string;
  /** Key of the tab's name in the catalogues. */
  label: string;
  load: () => Promise<{ default: Component<TabProps> }>;
}

export const FIRST = 'people';

export const tabs: readonly Tab[] = [
  { name: FIRST, label: 'quality.tabs.people', load: () => import('./PeopleTab.svelte') },
  {
    name: 'agreement',
    label: 'quality.tabs.agreement',
    load: () => import('./AgreementTab.svelte'),
  },
  { name: 'tasks', label: 'quality.tabs.tasks', load: () => import('./TasksTab.svelte') },
  {
    name: 'consensus',
    label: 'quality.tabs.consensus',
    load: () => import('./ConsensusTab.svelte'),
  },
  { name: 'forecast', label: 'quality.tabs.forecast', load: () => import('./ForecastTab.svelte') },
];

export const tabNamed = (name: string | undefined): Tab =>
  tabs.find((tab) => tab.name === name) ?? tabs[0]!;
