import { beforeEach, describe, expect, it } from 'vitest';
import { act } from './acts';
import { AnnotationDocument } from './document';
import type { Region } from './region';
import { Session } from './session';

const region = (id: string, kind: 'human' | 'prediction' = 'human'): Region => ({
  id,
  label: 'object',
  on: 'photo',
  class: null,
  geometry: { x: 0, y: 0, width: 1, height: 1 },
  attributes: {},
  origin: { kind },
});
let session: Session;
const ids = (): string[] => session.document.regions().map(({ id }) => id);

beforeEach(() => {
  const regions = [region('a'), region('b', 'prediction'), region('c', 'prediction')];
  const document = new AnnotationDocument({ regions, relations: [], answers: {} });
  session = new Session(document, { fields: {}, labels: [] });
});

describe('acts', () => {
  it('say false when there is nothing to do, so that the key may mean something else', () => {
    for (const command of ['edit.delete', 'edit.undo', 'edit.deselect', 'region.accept', 'nothing'])
      expect(act(command, session)).toBe(false);
  });
  it('delete what is selected and not locked', () => {
    session.select(['a', 'b']);
    session.toggle('locked', ['a']);
    expect(act('edit.delete', session)).toBe(true);
    expect(ids()).toEqual(['a', 'c']);
  });
  it('reject suggestions only', () => {
    session.select(['a', 'b']);
    act('region.reject', session);
    expect(ids()).toEqual(['a', 'c']);
  });
  it('accept all suggestions in one undo step', () => {
    act('region.acceptAll', session);
    expect(session.document.regions().map(({ origin }) => origin.kind)).toEqual([
      'human',
      'human',
      'human',
    ]);
    act('edit.undo', session);
    expect(session.document.region('c')?.origin.kind).toBe('prediction');
  });
  it('hide the others, and show them again', () => {
    session.select(['a']);
    act('region.hideOthers', session);
    expect([...session.state.hidden]).toEqual(['b', 'c']);
    act('region.hideOthers', session);
    expect([...session.state.hidden]).toEqual([]);
  });
  it('change nothing where the task is only shown', () => {
    session.set({ readonly: true });
    session.select(['a', 'b']);
    for (const command of ['edit.delete', 'region.accept', 'region.acceptAll', 'region.front'])
      expect(act(command, session)).toBe(false);
    expect(ids()).toEqual(['a', 'b', 'c']);
  });
});
