import { expect, test } from 'vitest';
import type { Ontology } from '../../core/ontology';
import { keyProblems, problemAt, suggestKey } from './checks';

const withKeys = (type: 'text' | 'image', ...keys: string[]): Ontology => ({
  fields: { it: { type } },
  labels: [
    {
      id: 'topic',
      on: 'it',
      kind: 'choice',
      classes: keys.map((hotkey, at) => ({ id: `c${at}`, name: `Class ${at}`, hotkey })),
    },
  ],
});

test('a key of two classes is told at both', () => {
  const found = keyProblems(withKeys('text', 'q', 'Q'));
  expect(found.map((problem) => problem.pointer)).toEqual([
    '/labels/0/classes/0/hotkey',
    '/labels/0/classes/1/hotkey',
  ]);
});

test('a key of a command is told at the class', () => {
  expect(keyProblems(withKeys('text', 's'))).toHaveLength(1);
});

test('drawing tools are no clash where nothing is drawn', () => {
  expect(keyProblems(withKeys('text', 'l'))).toEqual([]);
  expect(keyProblems(withKeys('image', 'l'))).toHaveLength(1);
});

test('a free key comes from the name', () => {
  expect(suggestKey(withKeys('text', 'q'), 'quick fox')).not.toBe('q');
});

test('a problem inside a part without controls is shown at the part', () => {
  const errors = [{ pointer: '/fields/photo/type', detail: 'is wrong' }];
  expect(problemAt(errors, '/fields/photo')).toBeUndefined();
  expect(problemAt(errors, '/fields/photo', true)).toBe('is wrong');
});
