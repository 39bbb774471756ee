import { expect, test } from 'vitest';
import { Stopwatch } from './stopwatch';

test('time runs while one works, a minute more when one stops, and not while the page is hidden', () => {
  let now = 0;
  const watch = new Stopwatch(5, () => now);
  now = 10_000;
  watch.worked();
  expect(watch.seconds).toBe(15);
  now += 600_000;
  expect(watch.seconds).toBe(75);
  watch.worked();
  now += 3000;
  watch.away();
  now += 600_000;
  expect(watch.seconds).toBe(78);
  watch.worked();
  now += 2000;
  expect(watch.seconds).toBe(80);
});
