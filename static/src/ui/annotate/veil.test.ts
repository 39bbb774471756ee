import { expect, it } from 'vitest';
import type { Ontology } from '../../core/ontology';
import type { Region } from '../../core/region';
import type { Work } from '../../live/types';
import { fakeBench } from './fakeBench';
import { opinionOf } from './modelWords';

const ontology: Ontology = {
  fields: { photo: { type: 'image' } },
  labels: [
    { id: 'car', on: 'photo', kind: 'box', classes: [{ id: 'van' }] },
    { id: 'usable', on: 'photo', kind: 'choice', classes: [{ id: 'yes' }, { id: 'no' }] },
  ],
};
const box = (id: string): Region => ({
  id,
  label: 'car',
  on: 'photo',
  class: 'van',
  geometry: { x: 1, y: 1, width: 5, height: 5 },
  attributes: {},
  origin: { kind: 'human' },
});
const work = {
  task: { id: '1', data: {}, meta: {} },
  lease: { id: '1', expires_at: '' },
  annotations: [],
  draft: null,
  predictions: [
    {
      id: '7',
      model_version: 3,
      score: 0.9,
      created_at: '2026-11-01T00:00:00Z',
      regions: [box('guessed')],
      relations: [],
      answers: { usable: 'yes' },
    },
  ],
} as unknown as Work;
const sheetOf = (reveal: string) => fakeBench(ontology, work, { reveal } as never).current!;

it('hides regions and answers of the model until a person has drawn', async () => {
  const sheet = sheetOf('after');
  expect([sheet.regions.length, sheet.guesses.size, sheet.prediction]).toEqual([0, 0, null]);
  expect(opinionOf(sheet, ontology, null).kind).toBe('veiled');
  sheet.document.putRegions(box('mine'));
  await Promise.resolve();
  expect(sheet.regions.map(({ id, origin }) => [id, origin.kind])).toEqual([
    ['guessed', 'prediction'],
    ['mine', 'human'],
  ]);
  expect(sheet.guesses.get('usable')?.value).toBe('yes');
});

it('an answer is enough, and undo takes back only what the person did', async () => {
  const sheet = sheetOf('after');
  sheet.document.setAnswer('usable', 'no');
  await Promise.resolve();
  expect(sheet.regions).toHaveLength(1);
  sheet.document.undo();
  expect(sheet.regions).toHaveLength(1);
  expect(sheet.document.canUndo).toBe(false);
});

it('shows everything at once where the project says so', () => {
  expect(sheetOf('start').regions).toHaveLength(1);
});
