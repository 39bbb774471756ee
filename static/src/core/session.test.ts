import { describe, expect, it, vi } from 'vitest';
import { AnnotationDocument } from './document';
import type { Ontology } from './ontology';
import { Session } from './session';

const ontology: Ontology = {
  fields: { photo: { type: 'image' } },
  labels: [
    { id: 'object', on: 'photo', kind: 'box', classes: [{ id: 'car' }, { id: 'van' }] },
    { id: 'area', on: 'photo', kind: 'polygon', classes: [{ id: 'road' }] },
  ],
  relations: [{ id: 'same', from: 'object', to: 'object' }],
};
const open = (): Session => new Session(new AnnotationDocument(), ontology);
const box = { x: 0, y: 0, width: 2, height: 2 };

describe('Session', () => {
  it('a class picked with nothing selected says what comes next, and takes its tool', () => {
    const session = open();
    session.choose('area', 'road');
    expect(session.state).toMatchObject({
      tool: 'polygon',
      label: 'area',
      class: 'road',
      field: 'photo',
    });
    expect(session.newRegion('area', 'photo', { rings: [] }).class).toBe('road');
  });

  it('a class picked with regions selected reclasses those of its label in one step', () => {
    const session = open();
    const regions = [0, 1].map(() => session.newRegion('object', 'photo', box));
    session.document.putRegions(...regions);
    session.select(regions.map(({ id }) => id));
    session.choose('object', 'van');
    expect(session.selected.map((region) => region.class)).toEqual(['van', 'van']);
    session.document.undo();
    expect(session.selected.map((region) => region.class)).toEqual(['car', 'car']);
    expect(session.state.tool).toBe('select');
  });

  it('a class picked while drawing is for the next region and leaves the last one alone', () => {
    const session = open();
    session.choose('object', 'car');
    const region = session.newRegion('object', 'photo', box);
    session.document.putRegions(region);
    session.select([region.id]);
    session.choose('object', 'van');
    expect(session.document.region(region.id)?.class).toBe('car');
    expect(session.state).toMatchObject({ class: 'van', selection: [], tool: 'box' });
  });

  it('draws a relation of a type that the ontology knows, and of no other', () => {
    const session = open();
    const [a, b, c] = ['object', 'object', 'area'].map((label) =>
      session.newRegion(label, 'photo', box),
    );
    session.document.putRegions(a!, b!, c!);
    session.set({ relating: { from: a!.id, type: null } });
    expect(session.relateTo(c!.id)).toBeNull();
    expect(session.relateTo(b!.id)).toMatchObject({ label: 'same', from: a!.id, to: b!.id });
    expect(session.state.relating).toBeNull();
  });

  it('leaves locked regions alone', () => {
    const session = open();
    const region = session.newRegion('object', 'photo', box);
    session.document.putRegions(region);
    session.select([region.id]);
    session.toggle('locked', [region.id]);
    session.choose('object', 'van');
    expect(session.document.region(region.id)?.class).toBe('car');
  });

  it('lets go of regions that are gone', () => {
    const session = open();
    const region = session.newRegion('object', 'photo', box);
    session.document.putRegions(region);
    session.select([region.id]);
    session.document.undo();
    expect(session.state.selection).toEqual([]);
  });

  it('tells watchers what changed, and only then', () => {
    const session = open();
    const seen = vi.fn();
    session.watch(seen);
    session.set({ brush: session.state.brush });
    expect(seen).not.toHaveBeenCalled();
    session.set({ brush: 5, zoom: 1 });
    expect(seen.mock.calls[0]?.[1]).toEqual(new Set(['brush', 'zoom']));
  });
});
