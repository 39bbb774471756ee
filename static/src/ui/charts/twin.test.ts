import { expect, it } from 'vitest';
import { fileName } from './clip';
import { toCsv } from './twin';

it('toCsv quotes what must be quoted and leaves numbers exact', () => {
  const csv = toCsv({
    columns: ['class', 'n'],
    rows: [
      ['say "hi", twice', 0.1],
      ['车', null],
    ],
  });
  expect(csv).toBe('class,n\r\n"say ""hi"", twice",0.1\r\n车,\r\n');
});
it('toCsv disarms formulas in text but not negative numbers', () => {
  expect(toCsv({ columns: ['a', 'b'], rows: [['=1+1', -2]] })).toBe("a,b\r\n'=1+1,-2\r\n");
});
it('fileName keeps letters of every script', () => {
  expect(fileName('Learning curve (v3)')).toBe('learning-curve-v3');
  expect(fileName('学习曲线')).toBe('学习曲线');
  expect(fileName('??')).toBe('plot');
});
