import { expect, test } from 'vitest';
import { SpanIndex, overlaps } from './spans';

const span = (id: string, from: number, to: number) => ({ id, from, to });
// "Bank of Northern Norway branch office": nested, crossing and touching spans.
const spans = [
  span('n1', 0, 23),
  span('n2', 17, 23),
  span('n3', 8, 30),
  span('a1', 24, 27),
  span('a2', 27, 30),
];

test('nested and crossing spans get different levels, the innermost nearest to the text', () => {
  const index = new SpanIndex(spans);
  expect(index.level('n2')).toBe(0);
  expect(index.level('n3')).toBeGreaterThan(0);
  for (const a of spans)
    for (const b of spans)
      if (a !== b && overlaps(a, b)) expect(index.level(a.id)).not.toBe(index.level(b.id));
});

test('touching spans do not overlap and share a level', () => {
  const index = new SpanIndex([span('a1', 24, 27), span('a2', 27, 30)]);
  expect([index.level('a1'), index.level('a2')]).toEqual([0, 0]);
});

test('a long span that began far to the left is still found', () => {
  const many = Array.from({ length: 100 }, (_, i) => span(`s${i}`, i * 10, i * 10 + 5));
  const index = new SpanIndex([span('long', 0, 1000), ...many]);
  expect(index.within(990, 995).map(({ id }) => id)).toEqual(['long', 's99']);
  expect(index.within(996, 999).map(({ id }) => id)).toEqual(['long']);
});

test('a click finds the innermost span first, and half-open ends are outside', () => {
  const index = new SpanIndex(spans);
  expect(index.at(17).map(({ id }) => id)).toEqual(['n2', 'n3', 'n1'].sort(byLength));
  expect(index.at(23).map(({ id }) => id)).toEqual(['n3']);
  expect(index.at(30)).toEqual([]);
});

const byLength = (a: string, b: string): number => length(a) - length(b);
const length = (id: string): number => {
  const found = spans.find((one) => one.id === id)!;
  return found.to - found.from;
};
