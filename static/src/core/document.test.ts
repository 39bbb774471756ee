import { describe, expect, it, vi } from 'vitest';
import { AnnotationDocument } from './document';
import type { Content, Region } from './region';

const region = (id: string, more: Partial<Region> = {}): Region => ({
  id,
  label: 'object',
  on: 'photo',
  class: 'car',
  geometry: { x: 1, y: 2, width: 3, height: 4 },
  attributes: {},
  origin: { kind: 'human' },
  ...more,
});
const ids = (document: AnnotationDocument): string[] => document.regions().map(({ id }) => id);
const suggestion = { kind: 'prediction', prediction: '9', model_version: 14 } as const;

describe('AnnotationDocument', () => {
  it('gives back exactly what it was given', () => {
    const content: Content = {
      regions: [region('b'), region('a', { score: 0.5, origin: suggestion })],
      relations: [{ id: 'l', label: 'same', from: 'a', to: 'b' }],
      answers: { usable: 'yes', tags: ['x', 'y'], stars: 4 },
    };
    expect(new AnnotationDocument(content).toContent()).toEqual(content);
  });

  it('keeps the relations of regions that become part of another, once each', () => {
    const document = new AnnotationDocument();
    document.putRegions(region('a'), region('b'), region('c'));
    document.putRelations(
      { id: '1', label: 'same', from: 'a', to: 'c' },
      { id: '2', label: 'same', from: 'b', to: 'c' },
      { id: '3', label: 'same', from: 'a', to: 'b' },
      { id: '4', label: 'owns', from: 'c', to: 'b' },
    );
    document.absorb('a', 'b');
    expect(ids(document)).toEqual(['a', 'c']);
    expect(document.relations()).toEqual([
      { id: '1', label: 'same', from: 'a', to: 'c' },
      { id: '4', label: 'owns', from: 'c', to: 'a' },
    ]);
    document.undo();
    expect(ids(document)).toEqual(['a', 'b', 'c']);
    expect(document.relations()).toHaveLength(4);
  });

  it('undoes across regions, relations and answers in the order they were made', () => {
    const document = new AnnotationDocument();
    document.putRegions(region('a'), region('b'));
    document.setAnswer('usable', 'yes');
    document.putRelations({ id: 'l', label: 'same', from: 'a', to: 'b' });
    document.undo();
    expect(document.relations()).toEqual([]);
    expect(document.answer('usable')).toBe('yes');
    document.undo();
    expect(document.answer('usable')).toBeUndefined();
    document.undo();
    expect(ids(document)).toEqual([]);
  });

  it('deletes the relations of a deleted region, and undo brings both back', () => {
    const document = new AnnotationDocument();
    document.putRegions(region('a'), region('b'));
    document.putRelations({ id: 'l', label: 'same', from: 'a', to: 'b' });
    document.removeRegions('a');
    expect(document.relations()).toEqual([]);
    document.undo();
    expect(document.relations()).toHaveLength(1);
    expect(ids(document)).toEqual(['a', 'b']);
  });

  it('keeps the drawing order through edits, deletion and undo', () => {
    const document = new AnnotationDocument();
    document.putRegions(region('a'), region('b'), region('c'));
    document.removeRegions('a');
    document.undo();
    document.editRegion('b', { class: 'person' });
    expect(ids(document)).toEqual(['a', 'b', 'c']);
  });

  it('raises to the top and lowers to the bottom', () => {
    const document = new AnnotationDocument();
    document.putRegions(region('a'), region('b'), region('c'));
    document.raise('a');
    expect(ids(document)).toEqual(['b', 'c', 'a']);
    document.lower('c', 'a');
    expect(ids(document)).toEqual(['c', 'a', 'b']);
    document.undo();
    expect(ids(document)).toEqual(['b', 'c', 'a']);
  });

  it('makes a suggestion the person’s when confirmed or edited, and keeps its source', () => {
    const document = new AnnotationDocument();
    document.putRegions(region('a', { origin: suggestion }), region('b', { origin: suggestion }));
    document.confirm('a');
    document.editRegion('b', { class: 'person' });
    expect(document.region('a')?.origin).toEqual({ ...suggestion, kind: 'human', edited: false });
    expect(document.region('b')?.origin).toEqual({ ...suggestion, kind: 'human', edited: true });
  });

  it('counts every change for autosave and sorts it for watchers', () => {
    const document = new AnnotationDocument();
    const seen = vi.fn();
    document.watch(seen);
    document.setAnswer('usable', 'no');
    expect(document.revision).toBe(1);
    expect(seen).toHaveBeenCalledWith({
      regions: [],
      relations: [],
      answers: [['usable', undefined, 'no']],
      origin: 'user',
    });
  });

  it('starts a new history when a task is loaded', () => {
    const document = new AnnotationDocument();
    document.putRegions(region('a'));
    document.load({ regions: [], relations: [], answers: {} });
    expect(document.canUndo).toBe(false);
    expect(ids(document)).toEqual([]);
  });
});
