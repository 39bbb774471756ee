import { describe, expect, it, vi } from 'vitest';
import { AnnotationDocument } from '../../core/document';
import { keymapOf } from '../../core/keymap';
import { objectsOf } from '../../core/objects';
import type { Ontology } from '../../core/ontology';
import { isGhost, type Region } from '../../core/region';
import { Session } from '../../core/session';
import { Proposals, type Door, type Proposal } from './proposals.svelte';

const classes = [{ id: 'lamp' }, { id: 'person' }];
const ontology: Ontology = {
  fields: { caption: { type: 'text' }, photo: { type: 'image' }, sound: { type: 'audio' } },
  labels: [
    { id: 'mention', on: 'caption', kind: 'span', classes },
    { id: 'thing', on: 'photo', kind: 'box', classes },
    { id: 'said', on: 'sound', kind: 'range', classes },
  ],
  relations: [
    { id: 'same', from: 'mention', to: ['thing', 'said'], directed: false, identity: true },
  ],
};
const region = (id: string, label: string, on: string): Region => ({
  id,
  label,
  on,
  class: 'lamp',
  geometry: { start: 0, end: 3 },
  attributes: {},
  origin: { kind: 'human' },
});
const proposed = (rest: Partial<Proposal>): Proposal => ({
  on: 'photo',
  label: 'thing',
  class: 'person',
  geometry: { x: 1, y: 2, width: 3, height: 4 },
  region: null,
  text: null,
  score: 0.9,
  reason: { code: 'same_characters', params: {} },
  ...rest,
});
const heard = proposed({ on: 'sound', label: 'said', geometry: null, region: 'range', score: 0.8 });
const press = (key: string) => ({
  ...{ key, code: key.length === 1 ? `Key${key.toUpperCase()}` : key },
  ...{ shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
  getModifierState: () => false,
});
const keymap = keymapOf();

async function open(...found: Proposal[]) {
  const regions = [region('span', 'mention', 'caption'), region('range', 'said', 'sound')];
  const document = new AnnotationDocument({ regions, relations: [], answers: {} });
  const session = new Session(document, ontology);
  const reveal = vi.fn();
  const door: Door = vi.fn(async () => ({ proposals: found, problems: [] }));
  const proposals = new Proposals(session, '7', reveal, door);
  session.select(['span']);
  await proposals.ask();
  return { document, session, proposals, reveal, door };
}

describe('proposals', () => {
  it('are shown as ghosts that nobody can move and nothing saves', async () => {
    const { document, session, proposals } = await open(proposed({}), heard);
    const [ghost] = document.regions('photo');
    expect(ghost && isGhost(ghost)).toBe(true);
    expect(session.editable([ghost!.id])).toEqual([]);
    expect(document.toContent().regions).toHaveLength(2);
    expect(proposals.items).toHaveLength(2);
    expect(session.state.hover).toBe(ghost!.id);
  });

  it('become a region of the same object by one key, and by one undo nothing', async () => {
    const { document, session, proposals } = await open(proposed({}), heard);
    expect(proposals.press(press('a'), keymap)).toBe(true);
    const [object] = objectsOf(ontology, document);
    expect(object?.regions.map(({ on }) => on)).toEqual(['caption', 'photo']);
    expect(document.regions('photo')[0]).toMatchObject({
      class: 'person',
      origin: { kind: 'human' },
    });
    expect(session.editable([document.regions('photo')[0]!.id])).toHaveLength(1);
    expect(proposals.chosen?.proposal).toBe(heard);
    document.undo();
    expect(document.toContent().regions).toHaveLength(2);
    expect(document.relations()).toEqual([]);
    expect(document.canUndo).toBe(false);
  });

  it('that name a region only link it', async () => {
    const { document, proposals } = await open(heard);
    proposals.press(press('Enter'), keymap);
    expect(document.regions()).toHaveLength(2);
    expect(objectsOf(ontology, document)).toHaveLength(1);
    expect(proposals.isOpen).toBe(false);
  });

  it('are gone through by arrows, rejected by a key, and shut by Escape', async () => {
    const { document, proposals, reveal } = await open(proposed({}), heard);
    proposals.press(press('ArrowDown'), keymap);
    expect(proposals.chosen?.id).toBe('range');
    expect(reveal).toHaveBeenLastCalledWith('range');
    proposals.press(press('ArrowDown'), keymap);
    proposals.press(press('x'), keymap);
    expect(proposals.items.map(({ id }) => id)).toEqual(['range']);
    expect(document.regions('photo')).toEqual([]);
    expect(proposals.press(press('Escape'), keymap)).toBe(true);
    expect(proposals.isOpen).toBe(false);
    expect(proposals.press(press('a'), keymap)).toBe(false);
  });

  it('let every other key through', async () => {
    const { proposals } = await open(heard);
    expect(proposals.press(press('h'), keymap)).toBe(false);
  });

  it('end when the selection moves on, and an answer that comes late is dropped', async () => {
    const { document, session, proposals } = await open(proposed({}));
    session.select(['range']);
    expect(proposals.isOpen).toBe(false);
    expect(document.regions('photo')).toEqual([]);
    session.select(['span']);
    const late = proposals.ask();
    session.select([]);
    await late;
    expect(proposals.isOpen).toBe(false);
    expect(document.regions('photo')).toEqual([]);
  });

  it('are chosen by a click on the ghost', async () => {
    const { document, session, proposals } = await open(heard, proposed({}));
    session.select([document.regions('photo')[0]!.id]);
    expect(proposals.at).toBe(1);
    expect(session.state.selection).toEqual(['span']);
  });

  it('say why there are none', async () => {
    const { session, proposals } = await open();
    session.select([]);
    expect(await proposals.ask()).toBe('objects.propose.select');
  });
});
