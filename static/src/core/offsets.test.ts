import { describe, expect, it } from 'vitest';
import { Offsets } from './offsets';

describe('Offsets', () => {
  const text = 'a😀b\r\né́中😀😀c';
  const points = [...text];

  it('counts as Python does', () => {
    expect(new Offsets(text).length).toBe(points.length);
  });

  it('agrees with a code point walk at every offset, both ways', () => {
    const offsets = new Offsets(text);
    for (let i = 0; i <= points.length; i++) {
      const unit = points.slice(0, i).join('').length;
      expect(offsets.toUnit(i)).toBe(unit);
      expect(offsets.toCodePoint(unit)).toBe(i);
    }
  });

  it('takes an offset inside a surrogate pair as the end of the character', () => {
    expect(new Offsets('😀x').toCodePoint(1)).toBe(1);
  });

  it('slices by code points and never normalises', () => {
    expect(new Offsets('e\u0301😀\r\nz').slice(1, 4)).toBe('\u0301😀\r');
  });

  it('counts a lone surrogate as one', () => {
    expect(new Offsets('\ud83dx\ude00').length).toBe(3);
  });
});
