import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inkOn, palette, paletteColour } from './palette';

const python = '../labeling/ontology/palette.py';

it.skipIf(!existsSync(python))('the server gives classes the same colours', () => {
  const theirs = readFileSync(python, 'utf8').match(/#[0-9a-f]{6}\b/g);
  expect(theirs?.slice(0, palette.length)).toEqual([...palette]);
});

it('starts again after the last colour', () => {
  expect(paletteColour(palette.length)).toBe(palette[0]);
});

it('writes black on light colours and white on dark ones', () => {
  expect(inkOn('#cccc00')).toBe('#000000');
  expect(inkOn('#5544bb')).toBe('#ffffff');
});
