import { expect, it } from 'vitest';
import { layOut, widthOf, type Series } from './series';

const margins = { top: 10, right: 10, bottom: 30, left: 40 };
const curve: Series = {
  id: 'model',
  name: 'Model',
  tone: 'main',
  points: [
    { x: 10, y: 0.62, low: 0.5, high: 0.7 },
    { x: 50, y: 0.9, low: 0.86, high: 0.99 },
  ],
};

it('layOut makes room for the bands and the target, never beyond what can be', () => {
  const { y, x } = layOut([curve], {
    width: 450,
    height: 240,
    margins,
    within: [0, 1],
    target: 0.95,
  });
  expect(y.domain).toEqual([0.5, 1]);
  expect([y(1), y(0.5)]).toEqual([10, 210]);
  expect([x(0), x(50)]).toEqual([40, 440]);
});
it('layOut of nothing is an empty unit square', () => {
  const { x, y } = layOut([], { width: 450, height: 240, margins, within: [0, 1] });
  expect([x.domain, y.domain]).toEqual([
    [0, 1],
    [0, 1],
  ]);
});
it('layOut of what never leaves the edge shows the whole', () => {
  const sure = { ...curve, points: [1, 2].map((x) => ({ x, y: 1 })) };
  const { y } = layOut([sure], { width: 450, height: 240, margins, within: [0, 1] });
  expect(y.domain).toEqual([0, 1]);
  expect(y(1)).toBe(10);
});
it('a label of ideographs is wider than one of as many letters', () => {
  expect(widthOf('验证')).toBeGreaterThan(widthOf('ab'));
});
