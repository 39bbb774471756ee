import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leave, left } from './leaving';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const saving = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** When the wait ended, on the fake clock. */
async function waited(wait: Promise<void>, ms: number): Promise<boolean> {
  let over = false;
  void wait.then(() => (over = true));
  await vi.advanceTimersByTimeAsync(ms);
  return over;
}

test('a task is opened anew once the draft left behind is saved, others at once', async () => {
  leave('7', saving(100));
  expect(await waited(left('8'), 0)).toBe(true);
  const seven = left('7');
  expect(await waited(seven, 99)).toBe(false);
  expect(await waited(seven, 1)).toBe(true);
});

test('without a task every draft is waited for', async () => {
  leave('7', saving(100));
  leave('8', saving(200));
  const all = left();
  expect(await waited(all, 150)).toBe(false);
  expect(await waited(all, 50)).toBe(true);
  expect(await waited(left(), 0)).toBe(true);
});

test('a save that never ends or fails holds nobody up', async () => {
  leave('7', new Promise(() => {}));
  expect(await waited(left('7'), 2000)).toBe(true);
  const failing = Promise.reject(new Error('gone'));
  leave('8', failing);
  expect(await waited(left('8'), 0)).toBe(true);
});
