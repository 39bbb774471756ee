import { expect, it } from 'vitest';
import { ALL, extend, isEmpty, isSelected, NONE, sizeOf, target, toggle } from './selection';

it('toggle picks single tasks and takes them back', () => {
  const one = toggle(NONE, '4');
  expect([isSelected(one, '4'), isSelected(one, '5'), sizeOf(one, null)]).toEqual([true, false, 1]);
  expect(isEmpty(toggle(one, '4'))).toBe(true);
});
it('all but some counts down from the whole', () => {
  const but = toggle(ALL, '4');
  expect([isSelected(but, '4'), isSelected(but, '5'), sizeOf(but, 100), sizeOf(but, null)]).toEqual(
    [false, true, 99, null],
  );
});
it('extend makes the rows between what the clicked one became', () => {
  expect([...extend(NONE, ['1', '2', '3'], true).ids]).toEqual(['1', '2', '3']);
  expect(isSelected(extend(ALL, ['1', '2'], false), '2')).toBe(false);
  expect(isSelected(extend(extend(ALL, ['1', '2'], false), ['2'], true), '2')).toBe(true);
});
it('target names the tasks, or narrows the filter by the ones left out', () => {
  expect(target(toggle(NONE, '4'), 'state = "open"')).toEqual({ ids: ['4'] });
  expect(target(ALL, 'a = 1 or b = 2')).toEqual({ filter: 'a = 1 or b = 2' });
  expect(target(toggle(ALL, '4'), 'a = 1 or b = 2')).toEqual({
    filter: '(a = 1 or b = 2) and id not in (4)',
  });
  expect(target(ALL, '')).toEqual({ filter: '' });
});
