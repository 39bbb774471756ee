import { expect, test } from 'vitest';
import type { Region } from '../../core/region';
import type { Prediction, Work } from '../../live/types';
import { withAsked } from './asked';

const region = (id: string, version: number | string = 3): Region => ({
  id,
  label: 'cell',
  on: 'photo',
  class: 'platelet',
  geometry: { x: 1, y: 2, width: 3, height: 4 },
  attributes: {},
  origin: { kind: 'prediction', model_version: version },
});
const work = (asked: Region | undefined): Work =>
  ({
    why: asked && { region: asked },
    predictions: [
      { id: 'old', model_version: 2, created_at: '2026-01-01T00:00:00Z' },
      { id: 'new', model_version: 3, created_at: '2026-01-02T00:00:00Z' },
    ] as Prediction[],
  }) as Work;
const content = (...regions: Region[]) => ({ regions, relations: [], answers: {} });
const isBeside = ({ origin }: Region): boolean => String(origin.model_version).startsWith('pre');

test('a place where a region may be missing is suggested as the newest model would', () => {
  const { regions } = withAsked(content(region('a')), work(region('asked')), isBeside);
  expect(regions.map(({ id }) => id)).toEqual(['a', 'asked']);
  expect(regions[1]?.origin).toEqual({ kind: 'prediction', prediction: 'new', model_version: 3 });
});

test('nothing is added where it is suggested already, nor where nothing is asked about', () => {
  const start = content(region('asked'));
  expect(withAsked(start, work(region('asked')), isBeside)).toBe(start);
  expect(withAsked(start, work(undefined), isBeside)).toBe(start);
});

test('where a pre-labeler speaks for the label, the model asks nothing of its own', () => {
  const start = content(region('theirs', 'prelabeler:x'));
  expect(withAsked(start, work(region('asked')), isBeside)).toBe(start);
});
