/** What one does with a selection: first in the queue, one class for all, or the list of them. */
import { api } from '../../../live/api';
import type { Job } from '../../../live/types';

/** Above every priority that a ranking gives (0 to 1). */
const FIRST = 2;
const IN_TURN = 500;
/** So many ids fit into an address that every proxy takes. */
export const MOST_LISTED = 300;

export interface Labelled {
  readonly annotations: readonly string[];
  readonly left_out: Readonly<Record<string, number>>;
  readonly detail: string | null;
}

export async function putFirst(
  project: string,
  ids: readonly string[],
): Promise<{ affected: number } | { job: Job }> {
  return api.post(`/api/projects/${project}/tasks/bulk/`, {
    action: 'priority',
    ids,
    value: FIRST,
  });
}

/** Back among those that the model orders. */
export async function putBack(project: string, ids: readonly string[]): Promise<void> {
  await api.post(`/api/projects/${project}/tasks/bulk/`, { action: 'priority', ids, value: 0 });
}

export async function labelAll(
  project: string,
  ids: readonly string[],
  answer: { label: string; class: string },
  tell: (done: number) => void,
): Promise<Labelled> {
  const annotations: string[] = [];
  const leftOut: Record<string, number> = {};
  let detail: string | null = null;
  for (const part of parts(ids)) {
    const done = await api.post<Labelled>(`/api/projects/${project}/annotations/bulk/`, {
      ids: part,
      ...answer,
    });
    annotations.push(...done.annotations);
    for (const [why, count] of Object.entries(done.left_out))
      leftOut[why] = (leftOut[why] ?? 0) + count;
    detail ??= done.detail;
    tell(annotations.length);
  }
  return { annotations, left_out: leftOut, detail };
}

export async function takeBack(project: string, annotations: readonly string[]): Promise<number> {
  let withdrawn = 0;
  for (const part of parts(annotations)) {
    const path = `/api/projects/${project}/annotations/bulk/undo/`;
    const done = await api.post<{ withdrawn: number }>(path, { annotations: part });
    withdrawn += done.withdrawn;
  }
  return withdrawn;
}

/** The filter of the task list that shows them. */
export const listFilter = (ids: readonly string[]): string =>
  `id in (${ids.slice(0, MOST_LISTED).join(', ')})`;

function* parts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += IN_TURN) yield all.slice(at, at + IN_TURN);
}
