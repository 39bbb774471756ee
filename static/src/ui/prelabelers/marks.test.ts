import { expect, test } from 'vitest';
import type { Region } from '../../core/region';
import { cutAt } from './marks';

const span = (id: string, start: number, end: number) =>
  ({ id, label: 'l', class: 'c', geometry: { start, end } }) as unknown as Region;

test('pieces are cut by code points', () => {
  const pieces = cutAt('🦊 met Ann', [span('a', 6, 9), span('f', 0, 1)]);
  expect(pieces.map(({ text, region }) => [text, region?.id])).toEqual([
    ['🦊', 'f'],
    [' met ', undefined],
    ['Ann', 'a'],
  ]);
});

test('a span behind the part that is shown is left out', () => {
  expect(cutAt('short', [span('a', 90, 95)]).map(({ text }) => text)).toEqual(['short']);
});
