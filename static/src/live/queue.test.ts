import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api';
import { WorkQueue, type Door } from './queue';
import type { Work } from './types';

const workOn = (id: string, lease_ms = 900_000): Work =>
  ({
    task: { id },
    lease: { id: `lease-${id}`, expires_at: new Date(Date.now() + lease_ms).toISOString() },
  }) as Work;

/** A server with a row of tasks: the first that is not held, again and again until it is done. */
class Server implements Door {
  readonly asked: string[][] = [];
  renewed = 0;
  down = false;
  constructor(public tasks: string[]) {}
  async next(holding: readonly string[]): Promise<Work | null> {
    this.asked.push([...holding]);
    if (this.down) throw new ApiError(0, 'offline', '', '');
    const id = this.tasks.find((task) => !holding.includes(task));
    return id === undefined ? null : workOn(id);
  }
  async open(task: string): Promise<Work> {
    return workOn(task);
  }
  async renew(lease: string) {
    this.renewed++;
    return { id: lease, expires_at: new Date(Date.now() + 900_000).toISOString() };
  }
  async release(): Promise<void> {}
  done(task: string): void {
    this.tasks = this.tasks.filter((one) => one !== task);
  }
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const idOf = (work: Work | null) => work?.task.id;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test('the next task is fetched while the first is in hand, and comes at once', async () => {
  const server = new Server(['1', '2', '3']);
  const queue = new WorkQueue(server, () => []);
  await queue.start();
  await settle();
  expect([idOf(queue.current), idOf(queue.upcoming)]).toEqual(['1', '2']);
  expect(server.asked).toEqual([[], ['1']]);
  server.done('1');
  const moving = queue.advance();
  expect(idOf(queue.current)).toBe('2');
  await moving;
  await settle();
  expect(idOf(queue.upcoming)).toBe('3');
});

test('a task still on its way to the server is not handed out again', async () => {
  const onTheWay = ['1'];
  const server = new Server(['1', '2', '3']);
  const queue = new WorkQueue(server, () => onTheWay);
  await queue.start();
  expect(idOf(queue.current)).toBe('2');
  await settle();
  // No third lease while one is still taken by the unsent submit.
  expect(server.asked).toEqual([['1']]);
  server.done('1');
  onTheWay.length = 0;
  await queue.prefetch();
  expect(idOf(queue.upcoming)).toBe('3');
});

test('when nothing is left the queue is finished, and a later advance asks again', async () => {
  const server = new Server(['1']);
  const queue = new WorkQueue(server, () => []);
  await queue.start();
  server.done('1');
  await queue.advance();
  expect([queue.state, queue.current]).toEqual(['finished', null]);
  server.tasks = ['9'];
  await queue.advance();
  expect(idOf(queue.current)).toBe('9');
});

test('without network the prefetched task still comes; after it the page says why', async () => {
  const server = new Server(['1', '2', '3']);
  const queue = new WorkQueue(server, () => []);
  await queue.start();
  await settle();
  server.down = true;
  await queue.advance();
  expect([queue.state, idOf(queue.current)]).toEqual(['ready', '2']);
  await queue.advance();
  expect(queue.state).toBe('failed');
  server.down = false;
  await queue.start();
  expect(queue.state).toBe('ready');
});

test('a task being prefetched is waited for, not asked for twice', async () => {
  const server = new Server(['1', '2']);
  const queue = new WorkQueue(server, () => []);
  await queue.start();
  await queue.advance();
  expect(idOf(queue.current)).toBe('2');
  expect(server.asked.slice(0, 2)).toEqual([[], ['1']]);
});

test('going back to a finished task keeps the one in hand for afterwards', async () => {
  const queue = new WorkQueue(new Server(['1', '2', '3']), () => ['0']);
  await queue.start();
  await queue.openTask('0');
  expect([idOf(queue.current), idOf(queue.upcoming)]).toEqual(['0', '1']);
});

test('the lease is renewed before it ends, and losing it is known', async () => {
  const server = new Server(['1']);
  const queue = new WorkQueue(server, () => []);
  await queue.start();
  await vi.advanceTimersByTimeAsync(780_000);
  expect(server.renewed).toBe(1);
  server.renew = async () => {
    throw new ApiError(409, 'lease_over', '', '');
  };
  await vi.advanceTimersByTimeAsync(780_000);
  expect(queue.leaseLost).toBe(true);
});
