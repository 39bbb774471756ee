import { expect, test } from 'vitest';
import { hasText } from '../../../text';
import { HIDDEN, kindsOf, legendOf, MODES } from './legend';
import { GONE, NO_DOUBT, SEVERAL, type Facts } from './wire';

const facts: Facts = {
  label: new Uint16Array([0, 1, 2, SEVERAL, 1]),
  predicted: new Uint16Array([1, 1, 2, 0, 0]),
  annotator: new Uint16Array([0, 1, 1, SEVERAL, 1]),
  state: new Uint8Array([0, 2, 2, 2, GONE]),
  doubt: new Uint8Array([254, 0, 127, NO_DOUBT, 3]),
  holdout: new Uint8Array(5),
  states: ['open', 'in_progress', 'done', 'accepted', 'rejected'],
  classes: ['cat', 'dog'],
  annotators: [{ id: '7', name: 'Ada' }],
};
const looks = new Map([['cat', { id: 'cat', name: 'Cat', colour: '#112233' }]]);

test('a deleted task is of no kind, whatever the colouring', () => {
  for (const mode of MODES) expect(kindsOf(mode, facts)[4]).toBe(HIDDEN);
});

test('classes have their names and colours; what occurs is counted', () => {
  const legend = legendOf('label', facts, kindsOf('label', facts), looks);
  expect(legend.map(({ key, count }) => [key, count])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
    [SEVERAL, 1],
  ]);
  expect(legend[1]).toMatchObject({ name: 'Cat', colour: '#112233', isPhrase: false });
  expect(legend[2]?.name).toBe('dog');
});

test('doubt falls into five steps, or none where no model has looked', () => {
  expect([...kindsOf('doubt', facts)].slice(0, 4)).toEqual([5, 1, 3, 0]);
});

test('every phrase of every legend has words', () => {
  for (const mode of MODES)
    for (const kind of legendOf(mode, facts, kindsOf(mode, facts), looks))
      if (kind.isPhrase) expect(hasText(kind.name), kind.name).toBe(true);
});
