import { expect, test } from 'vitest';
import { groupsOf } from './groups';
import { GONE, NO_DOUBT } from './wire';

test('a group says how large, how far labelled and how doubtful it is', () => {
  const points = {
    id: new Float64Array([1, 2, 3, 4, 5]),
    x: new Float32Array([0, 2, 4, 0, 9]),
    y: new Float32Array(5),
    group: new Uint8Array([0, 0, 0, 1, 1]),
    groups: 3,
  };
  const facts = {
    label: new Uint16Array([2, 2, 1, 0, 0]),
    predicted: new Uint16Array([0, 0, 0, 1, 2]),
    annotator: new Uint16Array(5),
    state: new Uint8Array([2, 2, 2, 0, GONE]),
    doubt: new Uint8Array([NO_DOUBT, 254, 0, 127, 254]),
    holdout: new Uint8Array(5),
    states: [],
    classes: ['cat', 'dog'],
    annotators: [],
  };
  expect(groupsOf(points, facts)).toMatchObject([
    { id: 0, tasks: 3, labelled: 3, doubt: 0.5, mostly: 2, x: 2 },
    { id: 1, tasks: 1, labelled: 0, doubt: 0.5, mostly: 1 },
  ]);
});
