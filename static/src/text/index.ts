/** Every word on the screen: t() over JSON catalogues, plurals and numbers by Intl, English as the fallback. */
import { createSubscriber } from 'svelte/reactivity';
import { flatten, phrase, type Catalogue, type Values } from './phrase';

export type Language = 'en' | 'zh';
export const LANGUAGES: { id: Language; name: string; tag: string }[] = [
  { id: 'en', name: 'English', tag: 'en' },
  { id: 'zh', name: '中文', tag: 'zh-Hans' },
];

const english = flattenAll(
  import.meta.glob<object>('./en/*.json', { eager: true, import: 'default' }),
);
const chineseAreas = import.meta.glob<object>('./zh/*.json', { import: 'default' });

let current: Language = 'en';
let catalogue: Catalogue = english;
let announce: () => void = () => {};
const subscribe = createSubscriber((update) => {
  announce = update;
});

/** The words for `key` ("area.name") in the reader's language; `{name}` places are filled from `values`. */
export function t(key: string, values: Values = {}): string {
  subscribe();
  const found = catalogue[key] ?? english[key];
  return found === undefined ? key : phrase(found, values, tag());
}

/** Whether a key exists, for words that name what a server sent (a state, a kind, an error code). */
export function hasText(key: string): boolean {
  return key in english;
}

export function language(): Language {
  subscribe();
  return current;
}

export async function setLanguage(next: Language): Promise<void> {
  catalogue = next === 'en' ? english : flattenAll(await loadAreas());
  current = next;
  document.documentElement.lang = tag();
  announce();
}

/** The language tag for Intl and for `lang` attributes. */
export function tag(): string {
  subscribe();
  return current === 'zh' ? 'zh-Hans' : 'en';
}

async function loadAreas(): Promise<Record<string, object>> {
  const entries = Object.entries(chineseAreas).map(
    async ([path, load]) => [path, await load()] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function flattenAll(areas: Record<string, object>): Catalogue {
  const whole: Catalogue = {};
  for (const [path, area] of Object.entries(areas))
    flatten(area, path.replace(/^.*\/(.+)\.json$/, '$1'), whole);
  return whole;
}

export * from './format';
