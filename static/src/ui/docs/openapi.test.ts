import { expect, test } from 'vitest';
import { callsOf, curlOf, outline, type OpenApi } from './openapi';

const document: OpenApi = {
  info: { title: 'T', version: '1' },
  paths: {
    '/api/projects/{id}/tasks/': { get: {}, post: { requestBody: {} } },
    '/api/users/': { get: {} },
  },
  components: {
    schemas: {
      Node: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          next: { $ref: '#/components/schemas/Node' },
          at: { type: ['string', 'null'], format: 'date-time' },
        },
      },
    },
  },
};

test('calls are grouped by what they are about', () => {
  expect(callsOf(document).map(({ method, group }) => `${method} ${group}`)).toEqual([
    'GET tasks',
    'POST tasks',
    'GET users',
  ]);
});

test('a schema that holds itself ends', () => {
  const text = outline({ $ref: '#/components/schemas/Node' }, document);
  expect(text).toContain('"id": string');
  expect(text).toContain('"at"?: date-time | null');
  expect(text.length).toBeLessThan(2000);
});

test('choices are named', () => {
  expect(outline({ enum: ['a', 'b', null] }, document)).toBe('"a" | "b"');
  expect(outline({ items: { type: 'integer' } }, document)).toBe('[integer]');
});

test('a call becomes a line for the shell', () => {
  const [, post] = callsOf(document);
  expect(post && curlOf(post, 'http://x')).toContain(
    'curl -X POST -H "Authorization: Token $TOKEN" "http://x/api/projects/{id}/tasks/"',
  );
});
