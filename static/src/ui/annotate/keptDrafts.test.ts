import { expect, test } from 'vitest';
import { ApiError } from '../../live/api';
import { MemoryShelf } from '../../live/shelf';
import { KeptDrafts, type KeptDraft } from './keptDrafts';

const body = { regions: [], relations: [], answers: { topic: 'a' }, lead_time: 2 };

test('a draft kept in one visit is there in the next, for the same person only', async () => {
  const shelf = new MemoryShelf<KeptDraft>();
  const first = await KeptDrafts.open('ann', shelf);
  await first.keep('7', body, 3);
  expect((await KeptDrafts.open('ann', shelf)).of('7')).toMatchObject({ body, revision: 3 });
  expect((await KeptDrafts.open('bob', shelf)).of('7')).toBeUndefined();
});

test('a store that forgets with the tab says so', async () => {
  const drafts = await KeptDrafts.open('ann', new MemoryShelf<KeptDraft>());
  expect(await drafts.keep('7', body, 0)).toBe(false);
});

test('left drafts are sent, but not that of an open task, and a stale one waits for its task', async () => {
  const drafts = await KeptDrafts.open('ann', new MemoryShelf<KeptDraft>());
  for (const task of ['1', '2', '3', '4']) await drafts.keep(task, body, 0);
  const sent: string[] = [];
  const put = async (task: string) => {
    if (task === '2') throw new ApiError(412, 'stale', '', '');
    if (task === '4') throw new ApiError(404, 'not_found', '', '');
    sent.push(task);
  };
  await drafts.sendLeft(put, ['1']);
  expect(sent).toEqual(['3']);
  expect(['1', '2', '3', '4'].filter((task) => drafts.of(task))).toEqual(['1', '2']);
});
