import { describe, expect, it } from 'vitest';
import { commands } from './commands';
import {
  caps,
  clashes,
  classesFor,
  commandsFor,
  keyIn,
  keymapOf,
  normalise,
  recordKey,
  type KeyPress,
} from './keymap';
import { classKeys, type Ontology } from './ontology';

const press = (key: string, mods: string[] = [], code = `Key${key.toUpperCase()}`): KeyPress => ({
  key,
  code,
  shiftKey: mods.includes('Shift'),
  altKey: mods.includes('Alt'),
  ctrlKey: mods.includes('Control'),
  metaKey: mods.includes('Meta'),
  getModifierState: (mod) => mods.includes(mod),
});
const ontology = (...hotkeys: (string | undefined)[]): Ontology => ({
  fields: { photo: { type: 'image' } },
  labels: [
    {
      id: 'object',
      on: 'photo',
      kind: 'box',
      classes: hotkeys.map((hotkey, i) => ({ id: `c${i}`, ...(hotkey ? { hotkey } : {}) })),
    },
  ],
});

describe('keymap', () => {
  it('names each command once', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  });

  it('has no clash of its own beyond keys that fall through from a surface to the task', () => {
    expect(clashes(keymapOf(), [])).toEqual([]);
  });

  it('offers the surface a key before the task', () => {
    expect(commandsFor(press('ArrowLeft', [], ''), keymapOf(), ['plane', 'task', 'page'])).toEqual([
      'region.left',
      'task.previous',
    ]);
  });

  it('tells Shift+R from R', () => {
    expect(commandsFor(press('R', ['Shift']), keymapOf(), ['plane'])).toEqual(['tool.rotated_box']);
  });

  it('follows a person’s remapping', () => {
    const keymap = keymapOf({ 'task.skip': 'q, Shift+s' });
    expect(commandsFor(press('q'), keymap, ['task'])).toEqual(['task.skip']);
    expect(commandsFor(press('s'), keymap, ['task'])).toEqual([]);
  });

  it('a remapping to nothing frees the key', () => {
    expect(keymapOf({ 'task.skip': '' }).get('task.skip')?.keys).toEqual([]);
  });

  it('names a class whose hotkey would shadow a command', () => {
    const found = clashes(keymapOf(), classKeys(ontology('u')));
    expect(found).toEqual([{ key: 'u', between: ['object/c0', 'task.undoSubmit'] }]);
  });

  it('names two classes of one field with one key', () => {
    expect(clashes(keymapOf(), classKeys(ontology('é', 'É')))).toEqual([
      { key: 'é', between: ['object/c0', 'object/c1'] },
    ]);
  });

  it('gives classes without a hotkey the free digits in order', () => {
    expect(classKeys(ontology(undefined, '1', undefined)).map(({ key }) => key)).toEqual([
      '2',
      '1',
      '3',
    ]);
  });

  it('takes the physical digit on a keyboard that types & there', () => {
    const keys = classKeys(ontology(undefined));
    expect(classesFor(press('&', [], 'Digit1'), keys)).toHaveLength(1);
  });

  it('draws caps as people know them', () => {
    expect(caps('$mod+Shift+z', false)).toEqual(['Ctrl', '⇧', 'Z']);
    expect(caps('Shift+?', true)).toEqual(['?']);
    expect(caps('Shift+Digit1', false)).toEqual(['⇧', '1']);
  });

  it('compares two spellings of a key as equal', () => {
    expect(normalise('Shift+$mod+KeyZ')).toBe(normalise('$mod+Shift+z'));
  });

  it('records a key press as it will be matched again', () => {
    const event = press('Z', ['Shift', 'Control']);
    const keymap = keymapOf({ 'task.skip': recordKey(event)! });
    expect(commandsFor(event, keymap, ['task'])).toContain('task.skip');
    expect(recordKey(press('Shift', ['Shift'], 'ShiftLeft'))).toBeNull();
  });
});

describe('the key on a button', () => {
  it('is one that the surface does not use for something else', () => {
    expect(keyIn(keymapOf(), 'view.fit', ['plane'])).toBe('f');
    expect(keyIn(keymapOf(), 'view.fit', ['video', 'plane'])).toBe('Shift+Digit1');
    expect(keyIn(keymapOf(), 'view.nothing', ['plane'])).toBeUndefined();
  });
});
