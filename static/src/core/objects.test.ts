import { describe, expect, it } from 'vitest';
import { AnnotationDocument } from './document';
import {
  classesOf,
  deleteObject,
  detachRegion,
  linkAsObject,
  mentionAfter,
  objectsOf,
  reclassifyObject,
  renameObject,
} from './objects';
import type { Ontology } from './ontology';
import type { Region, Relation } from './region';
import { Session } from './session';

const classes = (...ids: string[]) => ids.map((id) => ({ id }));
const ontology: Ontology = {
  fields: { caption: { type: 'text' }, photo: { type: 'image' }, sound: { type: 'audio' } },
  labels: [
    { id: 'mention', on: 'caption', kind: 'span', classes: classes('car', 'person') },
    {
      id: 'thing',
      on: 'photo',
      kind: 'box',
      classes: [{ id: 'auto', name: 'Car' }, ...classes('person')],
    },
    { id: 'said', on: 'sound', kind: 'range', classes: classes('car', 'person') },
  ],
  relations: [
    { id: 'same', from: 'mention', to: ['thing', 'said'], directed: false, identity: true },
    { id: 'near', from: 'thing', to: 'thing' },
  ],
};
const region = (id: string, label: string, on: string, rest: Partial<Region> = {}): Region => ({
  id,
  label,
  on,
  class: 'person',
  geometry: on === 'photo' ? { x: 1, y: 2, width: 3, height: 4 } : { start: 0, end: 3 },
  attributes: {},
  origin: { kind: 'human' },
  ...rest,
});
const same = (id: string, from: string, to: string, name?: string): Relation => ({
  id,
  label: 'same',
  from,
  to,
  directed: false,
  ...(name ? { name } : {}),
});
const regions = [
  region('box', 'thing', 'photo'),
  region('span', 'mention', 'caption', { text: 'the  tall one' }),
  region('range', 'said', 'sound'),
  region('box2', 'thing', 'photo'),
];
const open = (...relations: Relation[]) => {
  const document = new AnnotationDocument({ regions, relations, answers: {} });
  return { document, session: new Session(document, ontology) };
};
const shape = (document: AnnotationDocument) =>
  objectsOf(ontology, document).map(({ regions: all }) => all.map(({ id }) => id));
/** Undoing once brings everything back. */
const isOneStep = (document: AnnotationDocument, before: unknown): void => {
  document.undo();
  expect(document.toContent()).toEqual(before);
  expect(document.canUndo).toBe(false);
};

describe('objects', () => {
  it('are what relations with identity connect, across fields', () => {
    const { document } = open(same('a', 'span', 'box'), same('b', 'span', 'range'), {
      ...same('c', 'box', 'box2'),
      label: 'near',
    });
    expect(shape(document)).toEqual([['box', 'span', 'range']]);
  });

  it('are called by their own name, else their span’s text, else class and number', () => {
    const title = (...links: Relation[]) => objectsOf(ontology, open(...links).document)[0]?.title;
    expect(title(same('a', 'span', 'box', 'Kim'))).toBe('Kim');
    expect(title(same('a', 'span', 'box'))).toBe('the tall one');
    const said = open(same('a', 'span', 'range'));
    said.document.lower('range');
    said.document.editRegion('range', { text: 'The tall one!' });
    expect(objectsOf(ontology, said.document)[0]?.title).toBe('the tall one');
    const { document } = open(same('a', 'span', 'box'));
    document.editRegion('span', { text: '' });
    expect(objectsOf(ontology, document)[0]?.title).toBe('person 1');
  });

  it('are made of regions in one undo step, whatever their order', () => {
    const { document } = open();
    const before = document.toContent();
    expect(linkAsObject(ontology, document, ['box', 'range', 'span'])).toBe(0);
    expect(shape(document)).toEqual([['box', 'span', 'range']]);
    isOneStep(document, before);
  });

  it('are not made where no relation leads', () => {
    const { document } = open();
    expect(linkAsObject(ontology, document, ['box', 'box2'])).toBe(1);
    expect(document.canUndo).toBe(false);
  });

  it('merge by a link, and keep the name', () => {
    const { document } = open(same('a', 'span', 'box', 'Kim'));
    linkAsObject(ontology, document, ['box', 'span', 'box2']);
    expect(objectsOf(ontology, document)).toMatchObject([{ name: 'Kim', regions: { length: 3 } }]);
    expect(document.relations().every(({ name }) => name === 'Kim')).toBe(true);
  });

  it('are renamed, reclassified and deleted in one undo step each', () => {
    const links = [same('a', 'span', 'box'), same('b', 'span', 'range')];
    for (const edit of [
      ({ document }: Session) => renameObject(document, objectsOf(ontology, document)[0]!, ' Kim '),
      (session: Session) =>
        reclassifyObject(session, objectsOf(ontology, session.document)[0]!, 'car'),
      (session: Session) => deleteObject(session, objectsOf(ontology, session.document)[0]!),
    ]) {
      const { document, session } = open(...links);
      const before = document.toContent();
      edit(session);
      expect(document.toContent()).not.toEqual(before);
      isOneStep(document, before);
    }
  });

  it('take a class by its id or by its name', () => {
    const { document, session } = open(same('a', 'span', 'box'));
    const [object] = objectsOf(ontology, document);
    expect(classesOf(ontology, object!).map(({ name }) => name)).toEqual(['Car', 'person', 'car']);
    reclassifyObject(session, object!, 'auto');
    expect(
      document
        .regions()
        .slice(0, 2)
        .map((one) => one.class),
    ).toEqual(['auto', 'car']);
  });

  it('leave locked regions as they are', () => {
    const { document, session } = open(same('a', 'span', 'box'));
    session.toggle('locked', ['box']);
    deleteObject(session, objectsOf(ontology, document)[0]!);
    expect(document.regions().map(({ id }) => id)).toEqual(['box', 'range', 'box2']);
  });

  it('let a region go and stay one object without it, where labels allow', () => {
    const chain = [same('a', 'span', 'box', 'Kim'), same('b', 'span', 'range', 'Kim')];
    const { document } = open(...chain);
    detachRegion(ontology, document, objectsOf(ontology, document)[0]!, 'box');
    expect(objectsOf(ontology, document)).toMatchObject([{ name: 'Kim', regions: { length: 2 } }]);
    isOneStep(document, { regions, relations: chain, answers: {} });
  });

  it('are walked through in order and round again', () => {
    const chain = [same('a', 'span', 'box'), same('b', 'span', 'range')];
    const { document } = open(...chain);
    const [object] = objectsOf(ontology, document);
    const byId = (a: Region, b: Region): number => a.id.localeCompare(b.id);
    const walk = ['box', 'range', 'span'].map((id) => mentionAfter(object!, id, 1, byId)?.id);
    expect(walk).toEqual(['range', 'span', 'box']);
    expect(mentionAfter(object!, 'box', -1, byId)?.id).toBe('span');
  });

  it('do not count ghosts, which are never saved and leave no trace in the history', () => {
    const { document } = open();
    const ghost = region('ghost', 'thing', 'photo', {
      origin: { kind: 'prediction', ghost: true },
    });
    document.showGhosts(ghost);
    expect(document.region('ghost')).toBeDefined();
    expect(document.toContent().regions).toEqual(regions);
    document.showGhosts();
    expect(document.region('ghost')).toBeUndefined();
    expect(document.canUndo).toBe(false);
  });
});
