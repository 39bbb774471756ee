import { expect, it } from 'vitest';
import { asLines, fromLines, shapeText } from './columns';

it('keeps the order of columns, and those of no interest', () => {
  const classes = ['cat', null, 'dog'];
  expect(asLines(classes)).toBe('cat\n-\ndog');
  expect(fromLines(asLines(classes))).toEqual(classes);
  expect(fromLines(' cat \n\n dog\n\n')).toEqual(['cat', null, 'dog']);
  expect(fromLines('')).toEqual([]);
});

it('says a shape as people write it', () => {
  expect(shapeText([null, 3, 224, 224])).toBe('n × 3 × 224 × 224');
  expect(shapeText([])).toBe('1');
});
