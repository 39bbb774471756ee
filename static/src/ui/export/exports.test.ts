import { expect, it } from 'vitest';
import type { Job } from '../../live/types';
import { lastExports, sortFormats, type ExportFormat } from './exports';

const format = (id: string, available: boolean, losses: string[] = []): ExportFormat => ({
  id,
  name: id,
  description: '',
  extension: '',
  available,
  why_not: null,
  losses,
});

it('sortFormats puts the lossless first and the impossible last, else keeps the order', () => {
  const sorted = sortFormats([
    format('a', false),
    format('b', true, ['x', 'y']),
    format('c', true),
    format('d', true, ['x']),
    format('e', true),
  ]);
  expect(sorted.map(({ id }) => id).join('')).toBe('cebda');
});
it('lastExports leaves other jobs out', () => {
  expect(
    lastExports([{ kind: 'train' }, { kind: 'export', id: '2' }] as Job[]).map(({ id }) => id),
  ).toEqual(['2']);
});
