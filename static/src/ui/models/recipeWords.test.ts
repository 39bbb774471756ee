import { expect, test } from 'vitest';
import { recipeLine, recipeName, recipeValue, usedNumbers } from './recipeWords';

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

test('numbers that nothing uses are not told', () => {
  const plain = { learner: 'linear', units: 8, augmentation: 'none', copies: 2, processes: 1 };
  expect(usedNumbers(plain).map(([name]) => name)).toEqual(['learner', 'augmentation']);
  const whole = { ...plain, learner: 'network', augmentation: 'altered', processes: 2 };
  const taught = { ...whole, teacher: 'version:3', softness: 2 };
  expect(usedNumbers(taught).map(([name]) => name)).toEqual([
    'learner',
    'units',
    'augmentation',
    'copies',
    'processes',
    'softness',
  ]);
});
