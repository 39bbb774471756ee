import { expect, test } from 'vitest';
import { flatten, isPlural, phrase, type Catalogue, type Phrase } from './phrase';

const area = (path: string) => path.replace(/^.*\/(.+)\.json$/, '$1');
const read = (files: Record<string, object>) => {
  const whole: Catalogue = {};
  for (const [path, group] of Object.entries(files)) flatten(group, area(path), whole);
  return whole;
};
const english = read(import.meta.glob<object>('./en/*.json', { eager: true, import: 'default' }));
const chinese = read(import.meta.glob<object>('./zh/*.json', { eager: true, import: 'default' }));
const sources = import.meta.glob<string>(['../**/*.{svelte,ts}', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

function places(found: Phrase): string[] {
  const texts = typeof found === 'string' ? [found] : [found.other];
  return texts
    .flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))
    .sort();
}

test('both languages say the same things', () => {
  expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
});

test('the same places are filled in both languages', () => {
  const differing = Object.keys(english).filter(
    (key) => places(chinese[key] ?? '').join() !== places(english[key] ?? '').join(),
  );
  expect(differing).toEqual([]);
});

test('every key the code names exists', () => {
  const missing: string[] = [];
  for (const [path, source] of Object.entries(sources)) {
    for (const [, key] of source.matchAll(/\bt\(\s*'([\w.]+)'/g))
      if (key && !(key in english)) missing.push(`${path}: ${key}`);
  }
  expect(missing).toEqual([]);
});

test('a plural is chosen by the rules of the language', () => {
  const files = { one: '{count} file', other: '{count} files' };
  expect(phrase(files, { count: 1 }, 'en')).toBe('1 file');
  expect(phrase(files, { count: 1200 }, 'en')).toBe('1,200 files');
  expect(phrase({ other: '{count} 个文件' }, { count: 1 }, 'zh-Hans')).toBe('1 个文件');
});

test('a place without a value stays visible rather than vanishing', () => {
  expect(phrase('Hello {name}', {}, 'en')).toBe('Hello {name}');
});

test('a group with an entry called other is not taken for a plural', () => {
  expect(isPlural({ one: 'x' })).toBe(false);
  expect(isPlural({ comma: 'Comma', other: 'Other' })).toBe(false);
  expect(isPlural({ one: '{count} file', other: '{count} files' })).toBe(true);
});
