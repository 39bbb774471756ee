import { expect, test } from 'vitest';
import { matchRoute, projectPath } from './routes';

test('a project address names its page and its project', () => {
  const match = matchRoute('/projects/42/learning');
  expect(match?.route.name).toBe('learning');
  expect(match?.projectId).toBe('42');
});

test('"new" is the wizard, not a project of that name', () => {
  expect(matchRoute('/projects/new')?.route.name).toBe('new');
});

test('a task opens the annotate screen with its id', () => {
  expect(matchRoute('/projects/4/tasks/9007199254740993/')).toMatchObject({
    projectId: '4',
    taskId: '9007199254740993',
    route: { frame: 'screen' },
  });
});

test('an unknown address matches nothing', () => {
  expect(matchRoute('/nowhere/at/all')).toBeNull();
});

test('ids are escaped in addresses', () => {
  expect(projectPath('a/b', 'tasks')).toBe('/projects/a%2Fb/tasks');
});

test('a page may name one of its tabs, or none', () => {
  expect(matchRoute('/projects/4/learning/map')).toMatchObject({
    tab: 'map',
    route: { name: 'learning' },
  });
  expect(matchRoute('/projects/4/learning')?.tab).toBeUndefined();
  expect(matchRoute('/projects/4/learning/map/too/far')).toBeNull();
});

test('a page about something else than a project names it', () => {
  expect(matchRoute('/federations/3/sites')).toMatchObject({
    projectId: '',
    subject: '3',
    tab: 'sites',
    route: { name: 'federation' },
  });
  expect(matchRoute('/federations')?.route.name).toBe('federations');
});
