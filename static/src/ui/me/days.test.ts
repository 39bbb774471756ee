import { expect, it } from 'vitest';
import { lastDays } from './days';

it('lastDays fills in the days without work, across a month', () => {
  const found = lastDays([{ day: '2026-02-28', count: 4 }], new Date('2026-03-01T10:00:00Z'), 3);
  expect(found).toEqual([
    { day: '2026-02-27', count: 0 },
    { day: '2026-02-28', count: 4 },
    { day: '2026-03-01', count: 0 },
  ]);
});
