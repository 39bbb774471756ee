import { expect, test } from 'vitest';
import { mix, paint, wordOf } from './paint';

const kinds = new Uint16Array([1, 0, 2, 1, 9]);
const colours = new Map([
  [0, '#808080'],
  [1, '#ff0000'],
  [2, '#0000ff'],
]);

test('colours are as ImageData has them', () => {
  expect(wordOf('#112233')).toBe(0xff332211);
});

test('a kind that is switched off is not drawn', () => {
  const { colours: words } = paint({ kinds, colours, selected: null, background: '#000000' });
  expect(words[4]).toBe(0);
  expect(words[0]).toBe(wordOf('#ff0000'));
});

test('unlabelled points lie at the back, selected ones at the front, each once', () => {
  const selected = new Uint8Array([0, 0, 1, 0, 0]);
  const { order } = paint({ kinds, colours, selected, background: '#000000' });
  expect([...order]).toEqual([1, 0, 3, 4, 2]);
});

test('what is not selected steps back into the ground', () => {
  const selected = new Uint8Array([1, 0, 0, 0, 0]);
  const { colours: words } = paint({ kinds, colours, selected, background: '#000000' });
  expect(words[0]).toBe(wordOf('#ff0000'));
  expect(words[3]).toBe(wordOf(mix('#000000', '#ff0000', 0.22)));
});

test('mixing goes from the ground to the colour', () => {
  expect(mix('#000000', '#ffffff', 0)).toBe('#000000');
  expect(mix('#000000', '#ffffff', 1)).toBe('#ffffff');
  expect(mix('#000000', '#ff8000', 0.5)).toBe('#804000');
});
