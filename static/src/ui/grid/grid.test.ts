import { expect, it, vi } from 'vitest';
import type { Project } from '../../live/types';
import { GridWork } from './grid.svelte';

const task = (id: string, annotators: string[] = []) => ({ id, annotators });
const pages: Record<string, unknown> = {
  first: { results: [task('1', ['me']), task('2', ['me'])], next: '/api/more?cursor=a' },
  a: { results: [task('3', ['you']), task('4', ['me'])], next: null },
};

it('goes on past a page that has all answers of mine already', async () => {
  const asked = vi.fn((url: string) =>
    Promise.resolve(Response.json(pages[url.split('cursor=')[1] ?? 'first'])),
  );
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('location', { origin: 'http://here' });
  const project = { id: '7', settings: {} } as Project;
  const work = new GridWork(project, { id: 'tone' } as never, 'me');
  await work.load();
  expect(work.problem).toBeUndefined();
  expect(work.tasks.map(({ id }) => id)).toEqual(['3']);
  expect([asked.mock.calls.length, work.hasMore]).toEqual([2, false]);
  vi.unstubAllGlobals();
});
