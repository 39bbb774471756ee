import { expect, test } from 'vitest';
import { readInline, readMarkdown } from './markdown';

test('headings, lists, quotes and code are told apart', () => {
  const blocks = readMarkdown(
    '# Rules\n\nFirst *line*\nsecond line\n\n- one\n- two\n\n1. a\n2. b\n\n> why\n\n```\n<b>raw</b>\n```\n---',
  );
  expect(blocks.map((block) => block.kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'quote',
    'code',
    'rule',
  ]);
  expect(blocks[5]).toEqual({ kind: 'code', text: '<b>raw</b>' });
});

test('a script address stays plain text', () => {
  expect(readInline('[go](javascript:alert(1))')[0]).toEqual({ kind: 'text', text: 'go' });
  expect(readInline('[go](https://example.org/)')).toEqual([
    { kind: 'link', text: 'go', href: 'https://example.org/' },
  ]);
});

test('markup people write as HTML is kept as text', () => {
  expect(readInline('<img src=x onerror=alert(1)>')).toEqual([
    { kind: 'text', text: '<img src=x onerror=alert(1)>' },
  ]);
});

test('an unclosed fence takes the rest and ends', () => {
  expect(readMarkdown('```\na\nb')).toEqual([{ kind: 'code', text: 'a\nb' }]);
});

test('shows pictures of this server, and never fetches any other', () => {
  const pictures = (source: string) =>
    readInline(source).map((part) => (part.kind === 'picture' ? part.src : part.kind));
  expect(pictures('See ![a kerb](/media/assets/12/display) here')).toEqual([
    'text',
    '/media/assets/12/display',
    'text',
  ]);
  for (const src of [
    'https://elsewhere.example/a.png',
    '//elsewhere.example/a.png',
    '/media//elsewhere.example/a.png',
    '/\\elsewhere.example/a.png',
    '/api/auth/logout/',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
  ])
    expect(pictures(`![x](${src})`)[0]).toBeNull();
});
