import { expect, it } from 'vitest';
import type { Job } from '../../live/types';
import { lastExports, lossText, sortFormats, type ExportFormat, type Loss } from './exports';

const loss = (code: string, params: Loss['params'] = {}): Loss => ({ code, params, detail: code });
const format = (id: string, available: boolean, losses: Loss[] = []): ExportFormat => ({
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
    format('b', true, [loss('x'), loss('y')]),
    format('c', true),
    format('d', true, [loss('x')]),
    format('e', true),
  ]);
  expect(sorted.map(({ id }) => id).join('')).toBe('cebda');
});
it('lastExports leaves other jobs out', () => {
  expect(
    lastExports([{ kind: 'train' }, { kind: 'export', id: '2' }] as Job[]).map(({ id }) => id),
  ).toEqual(['2']);
});
it('lossText names labels with their kinds, and leaves what it does not know as the server says it', () => {
  const labels = [
    { name: 'Mood', kind: 'choice' },
    { name: 'Car', kind: 'box' },
  ];
  expect(lossText(loss('labels', { labels }))).toBe(
    'Labels left out: Mood (One choice) and Car (Box).',
  );
  expect(lossText(loss('of_a_plug_in'))).toBe('of_a_plug_in');
});
