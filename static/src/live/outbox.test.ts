import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api';
import { Outbox, type Deliver, type Draftable, type Unsent } from './outbox';
import { MemoryShelf, type Shelf } from './shelf';

/** Stands in for IndexedDB: what is put survives the outbox that put it. */
class DiskShelf extends MemoryShelf<Unsent> implements Shelf<Unsent> {
  override readonly durable = true as never;
}
const item = (key: string, more: Partial<Draftable> = {}): Draftable => ({
  key,
  user: 'ann',
  project: '1',
  task: key,
  kind: 'submit',
  method: 'POST',
  path: `/api/tasks/${key}/annotations/`,
  body: {},
  title: key,
  ...more,
});
const offline = () => new ApiError(0, 'offline', 'offline', '');
const alone = (run: () => Promise<void>) => run();
const outboxOver = (deliver: Deliver, shelf: Shelf<Unsent> = new DiskShelf()) =>
  new Outbox(shelf, 'ann', deliver, alone);

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test('sends in order, one at a time', async () => {
  const sent: string[] = [];
  let inFlight = 0;
  const outbox = outboxOver(async ({ key }) => {
    expect(++inFlight).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, key === 'a' ? 50 : 1));
    inFlight--;
    sent.push(key);
  });
  void outbox.add(item('a'));
  await vi.advanceTimersByTimeAsync(1);
  void outbox.add(item('b'));
  void outbox.add(item('c'));
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual(['a', 'b', 'c']);
  expect(outbox.state.waiting).toEqual([]);
});

test('without network the work waits, is tried again later and later, and arrives', async () => {
  let up = false;
  const tries: number[] = [];
  const outbox = outboxOver(async () => {
    tries.push(Date.now());
    if (!up) throw offline();
  });
  await outbox.add(item('a'));
  await vi.advanceTimersByTimeAsync(7000);
  expect(tries).toEqual([0, 1000, 3000, 7000]);
  expect(outbox.state.waiting.map(({ key }) => key)).toEqual(['a']);
  expect(outbox.state.retryAt).toBe(15_000);
  up = true;
  await outbox.flush();
  expect(outbox.state.waiting).toEqual([]);
  expect(outbox.state.retryAt).toBeNull();
});

test('closing the tab loses nothing: the next visit sends it with the same key', async () => {
  const shelf = new DiskShelf();
  const first = outboxOver(async () => Promise.reject(offline()), shelf);
  await first.add(item('a'));
  first.stop();
  const keys: string[] = [];
  const second = outboxOver(async ({ key }) => keys.push(key), shelf);
  await second.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(keys).toEqual(['a']);
  expect(await shelf.all()).toEqual([]);
});

test('what the server refuses is kept with the reason, and the rest goes on', async () => {
  const refuse = new ApiError(412, 'stale', 'Stale', 'Newer work exists.', [], { revision: 4 });
  const outbox = outboxOver(async ({ key }) => {
    if (key === 'a') throw refuse;
  });
  const settled: string[] = [];
  outbox.onSettled(({ item, refusal }) => settled.push(`${item.key}:${refusal?.status ?? 'ok'}`));
  await outbox.add(item('a'));
  await outbox.add(item('b'));
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toEqual(['a:412', 'b:ok']);
  expect(outbox.state.refused[0]?.refusal).toMatchObject({ status: 412, current: { revision: 4 } });
  expect((await outbox.shelf.all())[0]?.refusal?.detail).toBe('Newer work exists.');
});

test('a refused one is sent again only when the person asks, or is thrown away', async () => {
  let tries = 0;
  const outbox = outboxOver(async () => {
    if (tries++ === 0) throw new ApiError(400, 'bad', 'Bad', 'No.');
  });
  await outbox.add(item('a'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(1);
  await outbox.retry('a');
  expect([tries, outbox.state.refused.length, outbox.state.waiting.length]).toEqual([2, 0, 0]);
});

test('an expired sign-in and a failing server are waited out, not refused', async () => {
  for (const status of [401, 429, 500, 503]) {
    const outbox = outboxOver(async () => {
      throw new ApiError(status, '', '', '');
    });
    await outbox.add(item('a'));
    expect([outbox.state.waiting.length, outbox.state.refused.length]).toEqual([1, 0]);
    outbox.stop();
  }
});

test('a submit can be taken back while it waits, and not once it is under way', async () => {
  const outbox = outboxOver(async () => Promise.reject(offline()));
  await outbox.add(item('a'));
  expect((await outbox.take('a'))?.key).toBe('a');
  expect(await outbox.shelf.all()).toEqual([]);

  const slow = outboxOver(() => new Promise(() => {}));
  await slow.add(item('b'));
  await vi.advanceTimersByTimeAsync(0);
  expect(await slow.take('b')).toBeNull();
});

test('work of another person on this machine is neither sent nor shown', async () => {
  const shelf = new DiskShelf();
  await shelf.put('x', { ...item('x', { user: 'bob' }), at: 0 });
  const outbox = outboxOver(async () => expect.fail('sent'), shelf);
  await outbox.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(outbox.state.waiting).toEqual([]);
  expect(await shelf.all()).toHaveLength(1);
});

test('what another tab has sent meanwhile counts as sent', async () => {
  const shelf = new DiskShelf();
  const outbox = outboxOver(async () => Promise.reject(offline()), shelf);
  const settled: string[] = [];
  outbox.onSettled(({ item }) => settled.push(item.key));
  await outbox.add(item('a'));
  await shelf.remove('a');
  await outbox.flush();
  expect(settled).toEqual(['a']);
});

test('where nothing can be stored, the page is told that closing it would lose work', async () => {
  const outbox = outboxOver(async () => Promise.reject(offline()), new MemoryShelf<Unsent>());
  expect(outbox.state.atRisk).toBe(false);
  await outbox.add(item('a'));
  expect(outbox.state.atRisk).toBe(true);
});
