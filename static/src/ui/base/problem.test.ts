import { expect, it } from 'vitest';
import { ApiError } from '../../live/api';
import { errorOf, placeText, problemText } from './problem';

const refused = (code: string, detail: string, errors: ApiError['errors'] = []) =>
  new ApiError(400, code, 'Refused', detail, errors);

it('a code with words is said in them, and another as the server says it', () => {
  expect(problemText(refused('wrong_password', 'English of a program'))).toBe(
    'The user name or the password is wrong.',
  );
  expect(problemText(refused('of_a_plug_in', 'It said this.'))).toBe('It said this.');
});

it('a single place with words says what is wrong', () => {
  const place = { detail: 'x', code: 'one_of', params: { name: 'state', known: 'open, done' } };
  const problem = refused('bad_filter', 'Filter, position 8: x', [place]);
  expect(problemText(problem)).toBe('state is one of: open, done.');
  expect(placeText({ detail: 'as it came', code: 'nobody_knows' })).toBe('as it came');
});

it('a wait is told in seconds', () => {
  const problem = new ApiError(429, 'too_often', '', 'English', [], undefined, 1);
  expect(problemText(problem)).toBe('Too many failed attempts. Try again in 1 second.');
});

it('the words of a code name what the server says they are about', () => {
  const params = { name: 'ada' };
  const problem = new ApiError(404, 'nobody_here', '', '', [], undefined, null, params);
  expect(problemText(problem)).toBe('ada has not worked in this project.');
});

it('a form shows the error of its field', () => {
  const problem = refused('bad_input', '', [{ pointer: '/username', detail: 'Too short.' }]);
  expect(errorOf(problem, 'username')).toBe('Too short.');
  expect(errorOf(problem, 'password')).toBeUndefined();
});
