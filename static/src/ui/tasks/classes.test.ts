import { describe, expect, it } from 'vitest';
import { palette } from '../../core/palette';
import { classLooks, looksOf, predictedLooks } from './classes';
import { isMedia } from '../base/glimpse';
import { excerpt } from './excerpt';

const looks = classLooks({
  fields: { text: { type: 'text' } },
  labels: [
    {
      id: 'kind',
      on: 'text',
      kind: 'choice',
      classes: [{ id: 'a', name: 'Anger', color: '#123456' }, { id: 'b' }],
    },
  ],
});

describe('classLooks', () => {
  it('gives names and colours, with fallbacks', () => {
    expect(looks.get('a')).toEqual({ id: 'a', name: 'Anger', colour: '#123456' });
    expect(looks.get('b')).toMatchObject({ name: 'b', colour: palette[1] });
  });
  it('reads single, several and unknown answers', () => {
    expect(looksOf(['a', 'zz'], looks).map((look) => look.name)).toEqual(['Anger', 'zz']);
    expect(looksOf(4, looks)[0]?.name).toBe('4');
    expect(looksOf({ nested: true }, looks)).toEqual([]);
    expect(predictedLooks(null, looks)).toEqual([]);
  });
});

describe('excerpt', () => {
  it('is one line of bounded length', () => {
    expect(excerpt('a\n\n  b')).toBe('a b');
    expect(excerpt('x'.repeat(5000))).toHaveLength(400);
  });
  it('names media and shows structure', () => {
    const photo = { url: '/m/1', type: 'image', name: 'cat.jpg' };
    expect([isMedia(photo), isMedia('x'), isMedia(null)]).toEqual([true, false, false]);
    expect([excerpt(photo), excerpt([1, 2]), excerpt(null)]).toEqual(['cat.jpg', '[1,2]', '']);
  });
});
