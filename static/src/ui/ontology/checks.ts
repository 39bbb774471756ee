/** What is wrong with a draft, by place: the server's check, and the keys that would mean two things. */
import { clashes, keymapOf, normalise, type Keymap } from '../../core/keymap';
import { commands } from '../../core/commands';
import type { ClassKey, Ontology } from '../../core/ontology';
import { scopesOf } from '../../surfaces';
import { hasText, t } from '../../text';
import type { Place } from '../../live/types';

/** The problem at a place, or at something inside it that has no control of its own. */
export function problemAt(errors: Place[], pointer: string, deep = false): string | undefined {
  return errors.find(
    (error) => error.pointer === pointer || (deep && error.pointer?.startsWith(`${pointer}/`)),
  )?.detail;
}

/** Own hotkeys that a command or another class has too, as errors pointing at the key. */
export function keyProblems(ontology: Ontology, remapping: Record<string, string> = {}): Place[] {
  const own = ownKeys(ontology);
  return clashes(keymapInUse(ontology, remapping), own).flatMap((clash) =>
    clash.between.flatMap((name, at) => {
      const pointer = pointerOf(ontology, name);
      const other = clash.between[1 - at];
      return pointer && other
        ? [
            {
              pointer,
              detail: t('ontology.key_clash', {
                key: clash.key.toUpperCase(),
                other: meaning(ontology, other),
              }),
            },
          ]
        : [];
    }),
  );
}

/** A key that nothing has yet, from the letters of the name, then digits. */
export function suggestKey(
  ontology: Ontology,
  name: string,
  remapping: Record<string, string> = {},
): string | undefined {
  const taken = new Set(
    [...keymapInUse(ontology, remapping).values()].flatMap((binding) =>
      binding.keys.map(normalise),
    ),
  );
  for (const { key } of ownKeys(ontology)) taken.add(normalise(key));
  return [...name.toLowerCase().replace(/[^a-z]/g, ''), ...'1234567890'].find(
    (key) => !taken.has(key),
  );
}

/** The commands that can be meant at all: a project without images has no drawing tools. */
function keymapInUse(ontology: Ontology, remapping: Record<string, string>): Keymap {
  const scopes = new Set(Object.values(ontology.fields).flatMap(({ type }) => scopesOf[type]));
  return new Map(
    [...keymapOf(remapping)].filter(
      ([, { command }]) =>
        command.scope === 'page' || command.scope === 'task' || scopes.has(command.scope),
    ),
  );
}

function ownKeys(ontology: Ontology): ClassKey[] {
  return ontology.labels.flatMap((label) =>
    (label.classes ?? []).flatMap((item) =>
      item.hotkey ? [{ label: label.id, class: item.id, key: item.hotkey }] : [],
    ),
  );
}

function pointerOf(ontology: Ontology, name: string): string | null {
  const found = placesOf(ontology).find((place) => place.name === name);
  return found ? `/labels/${found.label}/classes/${found.item}/hotkey` : null;
}

function placesOf(
  ontology: Ontology,
): { name: string; label: number; item: number; text: string }[] {
  return ontology.labels.flatMap((label, at) =>
    (label.classes ?? []).map((item, place) => ({
      name: `${label.id}/${item.id}`,
      label: at,
      item: place,
      text: item.name ?? item.id,
    })),
  );
}

function meaning(ontology: Ontology, name: string): string {
  if (commands.some((command) => command.id === name))
    return hasText(`command.${name}`) ? t(`command.${name}`) : name;
  return placesOf(ontology).find((place) => place.name === name)?.text ?? name;
}
