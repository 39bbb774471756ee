/** The calls the annotate page makes. */
import { api } from '../../live/api';
import type { Unsent } from '../../live/outbox';
import type { Door } from '../../live/queue';
import type { Lease, Work } from '../../live/types';
import { save } from '../charts/clip';
import type { DraftBody } from './autosave';
import { left } from './leaving';

export const doorOf = (project: string): Door => ({
  next: async (holding) => {
    await left();
    return api.post<Work | null>(`/api/projects/${project}/tasks/next/`, { holding });
  },
  open: async (task) => {
    await left(task);
    return api.post<Work>(`/api/tasks/${task}/open/`);
  },
  renew: (lease) => api.post<Lease>(`/api/leases/${lease}/renew/`),
  release: (lease) => api.delete(`/api/leases/${lease}/`),
});

export const putDraft = (task: string, body: DraftBody, revision: number, leaving: boolean) =>
  api.put<{ revision: number }>(`/api/tasks/${task}/draft/`, body, {
    ifMatch: revision,
    // A browser lets a closing page send 64 kB at most; more is kept here and sent next time.
    keepalive: leaving && JSON.stringify(body).length < 60_000,
  });

export function deliver({ method, path, body, ifMatch, key }: Unsent): Promise<unknown> {
  return method === 'PATCH'
    ? api.patch(path, body, { key, ifMatch })
    : api.post(path, body, { key });
}

/** To the clipboard, or into a file where that is closed to scripts (plain http). */
export async function copyWork(item: Pick<Unsent, 'body' | 'task'>): Promise<void> {
  const work = JSON.stringify({ task: item.task, ...(item.body as object) }, null, 2);
  try {
    await navigator.clipboard.writeText(work);
  } catch {
    save(new Blob([work], { type: 'application/json' }), `task-${item.task}.json`);
  }
}
