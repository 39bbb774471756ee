/** Which templates are shown: of one type of data, or with these words in them. */
import type { Template } from '../../live/types';

/** A type of field, or `several` for templates with more than one. */
export type Shelf = string;

export const shelfOf = ({ field_types: types }: Template): Shelf =>
  new Set(types).size > 1 ? 'several' : (types[0] ?? 'text');

/** The shelves that have anything on them, in the order of their first template; `several` last. */
export function shelvesOf(templates: readonly Template[]): [shelf: Shelf, count: number][] {
  const counts = new Map<Shelf, number>();
  for (const template of templates) {
    const shelf = shelfOf(template);
    counts.set(shelf, (counts.get(shelf) ?? 0) + 1);
  }
  const all = [...counts];
  return [
    ...all.filter(([shelf]) => shelf !== 'several'),
    ...all.filter(([shelf]) => shelf === 'several'),
  ];
}

/** Every word must be somewhere: in the names, in either language, or among the kinds of label. */
export function matching(
  templates: readonly Template[],
  shelf: Shelf | null,
  words: string,
): Template[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter((template) => {
    if (shelf !== null && shelfOf(template) !== shelf) return false;
    const said = sayingsOf(template);
    return wanted.every((word) => said.includes(word));
  });
}

const sayingsOf = ({ id, name, description, field_types, ontology }: Template): string =>
  [
    id,
    ...Object.values(name),
    ...Object.values(description),
    ...field_types,
    ...ontology.labels.flatMap((label) => [label.kind, label.name ?? label.id]),
  ]
    .join('\n')
    .toLowerCase();
