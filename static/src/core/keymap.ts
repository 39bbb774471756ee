/**
 * One table drives keys, menus, hints on buttons and the help sheet: command → keys. A person
 * may remap any command; a class's hotkey may not shadow a command, and `clashes` says so when
 * the ontology is edited and when keys are remapped.
 */
import { matchKeyBindingPress, parseKeybinding } from 'tinykeys';
import { commands, type Command, type Scope } from './commands';
import type { ClassKey } from './ontology';

export interface Binding {
  readonly command: Command;
  readonly keys: readonly string[];
}
export type Keymap = ReadonlyMap<string, Binding>;
/** A person's own keys: command id → keys, space-free alternatives separated by a comma and blank. */
export type Remapping = Readonly<Record<string, string>>;

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'getModifierState'
>;

const separator = ', ';
const splitKeys = (keys: string): string[] => keys.split(separator).filter((key) => key !== '');

export function keymapOf(remapping: Remapping = {}): Keymap {
  return new Map(
    commands.map((command) => {
      const own = remapping[command.id];
      return [command.id, { command, keys: own === undefined ? command.keys : splitKeys(own) }];
    }),
  );
}

const matches = (event: KeyPress, key: string): boolean => {
  const presses = parseKeybinding(key);
  return presses.length === 1 && matchKeyBindingPress(event as KeyboardEvent, presses[0]!);
};

/** The commands a key press means in these scopes, the innermost scope first. */
export function commandsFor(event: KeyPress, keymap: Keymap, scopes: readonly Scope[]): string[] {
  return scopes.flatMap((scope) =>
    [...keymap.values()]
      .filter(({ command }) => command.scope === scope)
      .filter(({ keys }) => keys.some((key) => matches(event, key)))
      .map(({ command }) => command.id),
  );
}

/** The classes a key press picks; several when labels of different fields share a key. */
export function classesFor(event: KeyPress, keys: readonly ClassKey[]): ClassKey[] {
  return keys.filter(({ key }) => matches(event, key) || isDigit(event, key));
}

/** Digits need Shift on a French keyboard; the physical key counts. */
const isDigit = (event: KeyPress, key: string): boolean =>
  /^\d$/.test(key) &&
  event.code === `Digit${key}` &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.shiftKey;

/** `$mod+Shift+z` → `mod+shift+z`, modifiers in one order, so that two spellings compare equal. */
export function normalise(key: string): string {
  const parts = key.split(/\b\+/);
  const last = parts.pop() ?? '';
  const letter = last.replace(/^Key([A-Z])$/, '$1').replace(/^Digit(\d)$/, '$1');
  const mods = parts.map((mod) => (mod === '$mod' ? 'mod' : mod.toLowerCase())).sort();
  return [...mods, letter.toLowerCase()].join('+');
}

export interface Clash {
  readonly key: string;
  /** Command ids, and classes as `label/class`. */
  readonly between: readonly string[];
}

/** Different surfaces are never in use at once, and a surface's key may hide the task's. */
const meet = (a: Command, b: Command): boolean =>
  a.scope === b.scope || a.scope === 'page' || b.scope === 'page';

/**
 * Every pair that one key press could mean both of. A surface's key may hide the task's (an arrow
 * nudges while a region is selected); a class's key may hide nothing.
 */
export function clashes(
  keymap: Keymap,
  classes: readonly ClassKey[],
  fieldOf?: (label: string) => string,
): Clash[] {
  const found: Clash[] = [];
  const all = [...keymap.values()].flatMap(({ command, keys }) =>
    keys.map((key) => ({ command, key: normalise(key) })),
  );
  all.forEach((a, i) => {
    for (const b of all.slice(i + 1))
      if (a.key === b.key && a.command !== b.command && meet(a.command, b.command))
        found.push({ key: a.key, between: [a.command.id, b.command.id] });
  });
  classes.forEach((one, i) => {
    const key = normalise(one.key);
    const name = `${one.label}/${one.class}`;
    for (const { command, key: other } of all)
      if (other === key) found.push({ key, between: [name, command.id] });
    for (const other of classes.slice(i + 1)) {
      const apart = fieldOf && fieldOf(one.label) !== fieldOf(other.label);
      if (normalise(other.key) === key && !apart)
        found.push({ key, between: [name, `${other.label}/${other.class}`] });
    }
  });
  return found;
}

const onMac = (): boolean =>
  typeof navigator === 'object' && /Mac|iPhone|iPad/.test(navigator.platform);

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
  Backspace: '⌫',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  ' ': 'Space',
};

/** The caps to draw for a key: `$mod+Shift+z` → ["Ctrl", "⇧", "Z"]. */
export function caps(key: string, mac: boolean = onMac()): string[] {
  const parts = key.split(/\b\+/);
  const last = parts.pop() ?? '';
  // Shift+? is how one types a question mark; people know it as ?.
  const implied = /^[^\w\s]$/.test(last) && parts.length === 1 && parts[0] === 'Shift';
  const mods = implied ? [] : parts;
  const names: Record<string, string> = mac
    ? { $mod: '⌘', Shift: '⇧', Alt: '⌥', Control: '⌃' }
    : { $mod: 'Ctrl', Shift: '⇧', Alt: 'Alt', Control: 'Ctrl' };
  const cap = signs[last] ?? last.replace(/^(Key|Digit)(.)$/, '$2');
  return [...mods.map((mod) => names[mod] ?? mod), cap.length === 1 ? cap.toUpperCase() : cap];
}

/** What a button shows: the first key of its command, or nothing. */
export function hint(keymap: Keymap, command: string): string[] {
  const key = keymap.get(command)?.keys[0];
  return key === undefined ? [] : caps(key);
}

/** The first key of a command that no inner scope hides: what its button shows there. */
export function keyIn(keymap: Keymap, id: string, scopes: readonly Scope[]): string | undefined {
  const binding = keymap.get(id);
  const inner = scopes.slice(0, Math.max(0, scopes.indexOf(binding?.command.scope ?? 'page')));
  const hidden = new Set(
    [...keymap.values()]
      .filter(({ command }) => inner.includes(command.scope))
      .flatMap(({ keys }) => keys.map(normalise)),
  );
  return binding?.keys.find((key) => !hidden.has(normalise(key)));
}

/** The key press as a person remaps it: what to store, or null for a bare modifier. */
export function recordKey(event: KeyPress): string | null {
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return null;
  const mod = onMac() ? event.metaKey : event.ctrlKey;
  // Alt and Shift change what a letter or digit types; its physical key does not change.
  const physical = (event.altKey || (event.shiftKey && /^Digit/.test(event.code))) && event.code;
  const key = physical || (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  return [mod && '$mod', event.altKey && 'Alt', event.shiftKey && 'Shift', key]
    .filter((part) => part)
    .join('+');
}
