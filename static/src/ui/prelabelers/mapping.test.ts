import { expect, test } from 'vitest';
import { inGroups, isFilled, isMapped, mapRows, unmapped, withClass, withLabel } from './mapping';
import type { Card, OwnLabel, Use } from './wire';

const label: OwnLabel = {
  id: 'thing',
  name: 'Thing',
  kind: 'box',
  on: 'photo',
  classes: [
    { id: 'vehicle', name: 'Vehicle', color: '#111111' },
    { id: 'person', name: 'Person', color: '#222222' },
  ],
};
const card = (changes: Partial<Card> = {}): Card => ({
  id: 'image_objects',
  field: { id: 'photo', name: 'Photo' },
  fills: ['thing'],
  licence: '',
  states_licence: true,
  languages: [],
  classes: ['car', 'bus', 'person'],
  needs: [],
  missing: [],
  memory_mb: 1,
  has_functions: false,
  options: [],
  guess: [{ label: 'thing', classes: { person: 'person' } }],
  use: null,
  ...changes,
});

test('a guess stands until something else is said', () => {
  expect(mapRows(card(), label).map(({ own }) => own)).toEqual([[], ['person']]);
  expect(unmapped(card(), 'thing')).toEqual(['car', 'bus']);
});

test('several of its classes may stand for one of ours, and one for none', () => {
  const both = withClass(card(), 'thing', 'car', 'vehicle');
  expect(both).toEqual([{ label: 'thing', classes: { person: 'person', car: 'vehicle' } }]);
  const mapped = card({ guess: both });
  expect(withClass(mapped, 'thing', 'person', null)[0]?.classes).toEqual({ car: 'vehicle' });
});

test('it proposes nothing while nothing of it stands for anything of ours', () => {
  expect(isMapped(card({ guess: [{ label: 'thing', classes: {} }] }), [label])).toBe(false);
  expect(isMapped(card(), [label])).toBe(true);
  expect(isMapped(card({ classes: null, guess: [{ label: 'thing', classes: {} }] }), [label])).toBe(
    true,
  );
});

test('what runs comes first, and what says nothing of these classes stands apart', () => {
  const { fitting, others } = inGroups(
    [
      card({ missing: ['spacy'] }),
      card({ id: 'strange', guess: [] }),
      card({ id: 'could' }),
      card({ id: 'runs', use: { is_on: true, places: card().guess } as Use }),
    ],
    [label],
  );
  expect(fitting.map(({ id }) => id)).toEqual(['runs', 'could']);
  expect(others.map(({ id, missing }) => [id, ...missing])).toEqual([
    ['strange'],
    ['image_objects', 'spacy'],
  ]);
});

test('a label may be left alone, and is filled again as it was guessed', () => {
  const alone = card({ guess: card().guess, use: { places: [] } as unknown as Card['use'] });
  expect(isFilled(alone, 'thing')).toBe(false);
  expect(withLabel(alone, 'thing', true)).toEqual(card().guess);
  expect(withLabel(card(), 'thing', false)).toEqual([]);
});
