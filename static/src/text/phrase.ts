/** The pure half of t(): flatten a catalogue, choose a plural form, fill the places. */

export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type Phrase = string | Plural;
export type Catalogue = Record<string, Phrase>;
export type Values = Record<string, string | number>;

/** Nested groups become dotted keys; an object with `other` is a plural, chosen by its `count`. */
export function flatten(group: object, prefix: string, into: Catalogue): void {
  for (const [name, value] of Object.entries(group) as [string, Phrase | object][]) {
    const key = `${prefix}.${name}`;
    if (typeof value === 'string' || isPlural(value)) into[key] = value;
    else flatten(value, key, into);
  }
}

export function phrase(found: Phrase, values: Values, tag: string): string {
  const text = typeof found === 'string' ? found : pluralForm(found, values.count, tag);
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? new Intl.NumberFormat(tag).format(value) : value;
  });
}

const FORMS = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** A group all of whose names are plural forms; one that merely has an entry called "other" is a group. */
export function isPlural(value: object): value is Plural {
  return (
    'other' in value &&
    Object.entries(value).every(([form, text]) => FORMS.has(form) && typeof text === 'string')
  );
}

function pluralForm(forms: Plural, count: string | number | undefined, tag: string): string {
  return forms[new Intl.PluralRules(tag).select(Number(count ?? 0))] ?? forms.other;
}
