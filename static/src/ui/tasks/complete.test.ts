import { describe, expect, it } from 'vitest';
import { applySuggestion, complete } from './complete';
import { filterFields } from './fields';

const fields = filterFields(
  {
    fields: { text: { type: 'text' } },
    labels: [
      { id: 'kind', on: 'text', kind: 'choice', classes: [{ id: 'complaint' }, { id: 'praise' }] },
    ],
  },
  ['ada'],
);
const offered = (text: string, caret = text.length) =>
  complete(text, caret, fields).options.map((option) => option.text);

describe('complete', () => {
  it('offers fields at the start and after and', () => {
    expect(offered('')[0]).toBe('state');
    expect(offered('state = "done" and ')).toContain('label');
    expect(offered('(')).toContain('state');
  });
  it('finds a field by a part of its name', () => {
    expect(offered('version')).toEqual(['model_version']);
  });
  it('offers the operators a field knows', () => {
    expect(offered('uncertainty ')).toEqual(['<', '<=', '>', '>=']);
    expect(offered('state ')).toEqual(['=', '!=', 'in']);
  });
  it('offers values as the language writes them', () => {
    expect(offered('label = ')).toEqual(['"complaint"', '"praise"']);
    expect(offered('label = "pr')).toEqual(['"praise"']);
    expect(offered('annotator = ')).toEqual(['"ada"']);
    expect(offered('agreement < ')).toContain('0.6');
  });
  it('offers values inside a list', () => {
    expect(offered('label in ("praise", ')).toEqual(['"complaint"', '"praise"']);
    expect(offered('label in ("praise") ')).toEqual(['and', 'or']);
  });
  it('offers joiners after a whole clause', () => {
    expect(offered('state = "done" ')).toEqual(['and', 'or']);
    expect(offered('(state = "done") ')).toEqual(['and', 'or']);
  });
  it('looks only at what is before the caret', () => {
    expect(offered('sta and label = "praise"', 3)).toEqual(['state']);
  });
  it('says nothing of a field it does not know', () => {
    expect(offered('nonsense ')).toEqual([]);
  });
});

it('applySuggestion replaces the word being typed and goes on behind it', () => {
  const done = complete('lab and x = 1', 3, fields);
  expect(applySuggestion('lab and x = 1', done, { kind: 'field', text: 'label' })).toEqual({
    text: 'label and x = 1',
    caret: 6,
  });
});

it('filterFields hides what would tell a blind annotator the answers of others', () => {
  const names = filterFields({ fields: {}, labels: [] }, [], { blind: true }).map(
    ({ name }) => name,
  );
  expect(names).not.toContain('label');
  expect(names).not.toContain('agreement');
  expect(names).toContain('skipped');
});
