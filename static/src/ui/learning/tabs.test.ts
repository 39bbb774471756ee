import { expect, test } from 'vitest';
import { FIRST, tabNamed, tabs, tabsFor } from './tabs';
import { hasText } from '../../text';

test('every tab has a name of its own and words for it', () => {
  expect(new Set(tabs.map((tab) => tab.name)).size).toBe(tabs.length);
  expect(tabs.filter((tab) => !hasText(tab.label))).toEqual([]);
});

test('an address that names no tab opens the first one', () => {
  expect(tabNamed(undefined).name).toBe(FIRST);
  expect(tabNamed('versions').name).toBe('versions');
  expect(tabNamed('nowhere').name).toBe(FIRST);
});

test('tabs of other roles are not offered', () => {
  const offered = tabsFor(() => false);
  expect(offered.every((tab) => !tab.roles)).toBe(true);
  expect(offered.map((tab) => tab.name)).toContain(FIRST);
});
