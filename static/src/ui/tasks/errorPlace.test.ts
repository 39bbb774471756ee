import { expect, it } from 'vitest';
import { ApiError } from '../../live/api';
import { errorPlace } from './errorPlace';

const refusal = (place: object) =>
  new ApiError(400, 'bad_filter', 'Bad filter', '', [{ detail: 'no such field', ...place }]);

it('underlines the word at the position', () => {
  expect(errorPlace(refusal({ position: 12 }), 'id = 3 and nonsense = 1')).toEqual({
    from: 12,
    to: 19,
  });
  expect(errorPlace(refusal({ pointer: '/filter/0' }), 'nonsense = 1')).toEqual({ from: 0, to: 8 });
});
it('underlines the end when something is missing there', () => {
  expect(errorPlace(refusal({ position: 7 }), 'state =')).toEqual({ from: 6, to: 7 });
});
it('underlines nothing when no position is said', () => {
  expect(errorPlace(refusal({}), 'state =')).toBeNull();
});
