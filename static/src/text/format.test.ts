import { expect, it } from 'vitest';
import { formatBytes } from './format';

it('sizes have their plural and at most one digit behind the point', () => {
  expect([0, 1, 41, 1_250, 3_000_000].map(formatBytes)).toEqual([
    '0 bytes',
    '1 byte',
    '41 bytes',
    '1.3 kB',
    '3 MB',
  ]);
});
