import { expect, test } from 'vitest';
import { recipeLine, recipeName, recipeValue } from './recipeWords';

test('numbers and choices are named as the form names them', () => {
  expect(recipeName('learning_rate')).toBe('Learning rate');
  expect(recipeValue('class_weights', 'balanced')).toBe('All classes alike');
  expect(recipeValue('learner', 'network')).toBe('Small network');
  expect(recipeValue('distil', true)).toBe('yes');
});

test('what has no name keeps the one it came with', () => {
  expect(recipeLine({ learning_rate: 0.0031234, seed: 3, strange: 1 })).toBe(
    'Learning rate 0.00312 · Seed 3 · strange 1',
  );
});
