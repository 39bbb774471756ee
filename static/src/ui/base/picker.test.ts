import { expect, it } from 'vitest';
import { matching, mostShown } from './picker';

const towns = ['Köln', 'Oslo', 'New Oslo', 'Mosloe', 'Łódź'].map((label, i) => ({
  value: `Q${i}`,
  label,
}));
const found = (sought: string): string[] => matching(towns, sought).map(({ label }) => label);

it('finds what begins so first, then words, then anything that holds it', () => {
  expect(found('oslo')).toEqual(['Oslo', 'New Oslo', 'Mosloe']);
});
it('takes letters without their accents, and ids', () => {
  expect(found('koln')).toEqual(['Köln']);
  expect(found('q2')).toEqual(['New Oslo']);
});
it('wants every typed word', () => {
  expect(found('oslo new')).toEqual(['New Oslo']);
  expect(found('oslo old')).toEqual([]);
});
it('shows the first of very many until something is typed', () => {
  const many = Array.from({ length: 5000 }, (_, i) => ({ value: `${i}`, label: `Entity ${i}` }));
  expect(matching(many, '')).toHaveLength(mostShown);
  expect(matching(many, '4321')[0]?.label).toBe('Entity 4321');
});
