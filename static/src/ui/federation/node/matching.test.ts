import { expect, test } from 'vitest';
import { counterpart, withCounterpart } from './matching';

const ours = [
  { id: 'good', name: 'Good' },
  { id: 'pos', name: 'Positive' },
];

test('a class stands for its namesake until another is named', () => {
  expect(counterpart({}, ours, 'good')).toBe('good');
  expect(counterpart({}, ours, 'fine')).toBeNull();
  expect(counterpart({ fine: 'pos' }, ours, 'fine')).toBe('pos');
  expect(counterpart({ fine: 'gone' }, ours, 'fine')).toBeNull();
});

test('only classes that are called otherwise are written down', () => {
  expect(withCounterpart({}, 'fine', 'pos')).toEqual({ fine: 'pos' });
  expect(withCounterpart({ fine: 'pos', good: 'pos' }, 'good', 'good')).toEqual({ fine: 'pos' });
  expect(withCounterpart({ fine: 'pos' }, 'fine', '')).toEqual({});
});
