import { describe, expect, it } from 'vitest';
import { bandPath, barPath, linePath } from './path';

describe('linePath', () => {
  it('joins the points', () => {
    expect(
      linePath([
        [0, 1],
        [10, 2.5],
      ]),
    ).toBe('M0 1L10 2.5');
  });
  it('leaves a gap where a value is missing', () => {
    expect(
      linePath([
        [0, 1],
        [1, null],
        [2, 3],
        [3, 4],
      ]),
    ).toBe('M0 1M2 3L3 4');
  });
  it('is empty for nothing', () => {
    expect(linePath([])).toBe('');
  });
});

describe('bandPath', () => {
  it('goes out along high and back along low', () => {
    expect(
      bandPath([
        [0, 10, 0],
        [5, 12, 2],
      ]),
    ).toBe('M0 0L5 2L5 12L0 10Z');
  });
  it('shows a lone interval as a thin bar', () => {
    expect(bandPath([[10, 8, 2]], 4)).toBe('M8 2L12 2L12 8L8 8Z');
  });
});

it('barPath rounds no more than the bar is high', () => {
  expect(barPath(0, 9, 10, 10, 4)).toBe('M0 10V10Q0 9 1 9H9Q10 9 10 10V10Z');
});
