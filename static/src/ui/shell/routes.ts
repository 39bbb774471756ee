/** Which page each address shows. Pages are found by file, so a page that is not there yet breaks nothing. */
import type { Component } from 'svelte';

export interface PageProps {
  projectId: string;
  taskId?: string | undefined;
  /** What the page is about, where that is no project. */
  subject?: string | undefined;
  /** The part of the page that the address names. */
  tab?: string | undefined;
}
export interface Route {
  name: string;
  /** A part that begins with ":" is a value; one that ends with "?" may be missing. */
  pattern: string;
  /** Path under ui/, without Page.svelte. */
  page: string;
  /** site: top bar only; project: with the side bar; screen: the page takes the whole screen. */
  frame: 'site' | 'project' | 'screen';
}
export interface Match {
  route: Route;
  projectId: string;
  taskId: string | undefined;
  subject: string | undefined;
  tab: string | undefined;
}

export const routes: Route[] = [
  { name: 'projects', pattern: '/', page: 'projects/Projects', frame: 'site' },
  { name: 'new', pattern: '/projects/new', page: 'wizard/Wizard', frame: 'site' },
  { name: 'overview', pattern: '/projects/:id', page: 'overview/Overview', frame: 'project' },
  {
    name: 'annotate',
    pattern: '/projects/:id/annotate',
    page: 'annotate/Annotate',
    frame: 'screen',
  },
  { name: 'grid', pattern: '/projects/:id/grid', page: 'grid/Grid', frame: 'project' },
  { name: 'tasks', pattern: '/projects/:id/tasks', page: 'tasks/Tasks', frame: 'project' },
  {
    name: 'task',
    pattern: '/projects/:id/tasks/:task',
    page: 'annotate/Annotate',
    frame: 'screen',
  },
  {
    name: 'learning',
    pattern: '/projects/:id/learning/:tab?',
    page: 'learning/Learning',
    frame: 'project',
  },
  {
    name: 'models',
    pattern: '/projects/:id/models/:tab?/:subject?',
    page: 'models/Models',
    frame: 'project',
  },
  {
    name: 'prelabelers',
    pattern: '/projects/:id/prelabelers',
    page: 'prelabelers/Prelabelers',
    frame: 'project',
  },
  {
    name: 'flows',
    pattern: '/projects/:id/prelabelers/flows/:subject?',
    page: 'flows/Flows',
    frame: 'project',
  },
  {
    name: 'plug-in',
    pattern: '/projects/:id/prelabelers/new/:subject?',
    page: 'plugged/PlugIn',
    frame: 'project',
  },
  {
    name: 'quality',
    pattern: '/projects/:id/quality/:tab?',
    page: 'quality/Quality',
    frame: 'project',
  },
  {
    name: 'person',
    pattern: '/projects/:id/quality/people/:tab',
    page: 'quality/Person',
    frame: 'project',
  },
  { name: 'me', pattern: '/projects/:id/me', page: 'me/Me', frame: 'project' },
  {
    name: 'review',
    pattern: '/projects/:id/review/:task?',
    page: 'review/Review',
    frame: 'screen',
  },
  { name: 'gold', pattern: '/projects/:id/gold', page: 'gold/Gold', frame: 'project' },
  { name: 'exams', pattern: '/projects/:id/exams', page: 'exams/Exams', frame: 'project' },
  { name: 'import', pattern: '/projects/:id/import', page: 'import/Import', frame: 'project' },
  { name: 'export', pattern: '/projects/:id/export', page: 'export/Export', frame: 'project' },
  {
    name: 'ontology',
    pattern: '/projects/:id/ontology',
    page: 'ontology/Ontology',
    frame: 'project',
  },
  {
    name: 'settings',
    pattern: '/projects/:id/settings',
    page: 'settings/Settings',
    frame: 'project',
  },
  { name: 'members', pattern: '/projects/:id/members', page: 'settings/Members', frame: 'project' },
  {
    name: 'sharing',
    pattern: '/projects/:id/federation/:tab?',
    page: 'federation/Sharing',
    frame: 'project',
  },
  {
    name: 'federations',
    pattern: '/federations',
    page: 'federation/Federations',
    frame: 'site',
  },
  {
    name: 'federation',
    pattern: '/federations/:subject/:tab?',
    page: 'federation/Federation',
    frame: 'site',
  },
  { name: 'jobs', pattern: '/jobs', page: 'jobs/Jobs', frame: 'site' },
  { name: 'account', pattern: '/account', page: 'account/Account', frame: 'site' },
  { name: 'docs', pattern: '/api/docs', page: 'docs/Docs', frame: 'site' },
  { name: 'users', pattern: '/users', page: 'account/Users', frame: 'site' },
];

const files = import.meta.glob<{ default: Component<PageProps> }>('../*/*Page.svelte');

export function matchRoute(path: string): Match | null {
  const parts = path.split('/').filter(Boolean);
  for (const route of routes) {
    const wanted = route.pattern.split('/').filter(Boolean);
    const found: Record<string, string> = {};
    const fits =
      parts.length <= wanted.length &&
      wanted.every((part, at) => {
        const given = parts[at];
        if (given === undefined) return part.endsWith('?');
        if (!part.startsWith(':')) return part === given;
        found[part.replace(/[:?]/g, '')] = decodeURIComponent(given);
        return true;
      });
    if (fits) {
      const { id = '', task, subject, tab } = found;
      return { route, projectId: id, taskId: task, subject, tab };
    }
  }
  return null;
}

export async function loadPage(route: Route): Promise<Component<PageProps> | null> {
  const file = files[`../${route.page}Page.svelte`];
  return file ? (await file()).default : null;
}

export function projectPath(id: string, page = ''): string {
  return `/projects/${encodeURIComponent(id)}${page ? `/${page}` : ''}`;
}
