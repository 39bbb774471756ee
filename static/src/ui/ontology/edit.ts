/** The edits the visual editor makes; each changes the draft it is given, keeping ids unique and references whole. */
import type {
  FieldType,
  Label,
  LabelClass,
  LabelKind,
  Ontology,
  RelationType,
} from '../../core/ontology';
import { canTranscribe, hasClasses, hasInstants, marksRegions } from './kinds';

/** A readable id from a name, not yet taken: "Red car" → red_car, red_car_2 … */
export function freeId(name: string, taken: Iterable<string>, fallback: string): string {
  const base =
    name
      .trim()
      .toLowerCase()
      .replace(/[\s/]+/g, '_')
      .replace(/[^\p{L}\p{N}_-]/gu, '') || fallback;
  const used = new Set(taken);
  if (!used.has(base)) return base;
  for (let number = 2; ; number++) if (!used.has(`${base}_${number}`)) return `${base}_${number}`;
}

/** Sets an entry, or takes it out: the JSON says only what is set. */
export function set<Owner extends object, Key extends keyof Owner>(
  owner: Owner,
  key: Key,
  value: Owner[Key] | undefined,
): void {
  if (value === undefined || value === '' || value === false) Reflect.deleteProperty(owner, key);
  else owner[key] = value;
}

export function addField(draft: Ontology, type: FieldType): string {
  const id = freeId(type, Object.keys(draft.fields), 'field');
  draft.fields[id] = { type };
  return id;
}

/** The field's data name changes, and with it every label that stands on it. */
export function renameField(draft: Ontology, from: string, to: string): boolean {
  if (!to || to in draft.fields || !(from in draft.fields)) return false;
  draft.fields = Object.fromEntries(
    Object.entries(draft.fields).map(([id, field]) => [id === from ? to : id, field]),
  );
  for (const label of draft.labels) {
    if (label.on === from) label.on = to;
    if (label.fields) label.fields = label.fields.map((field) => (field === from ? to : field));
  }
  return true;
}

export function removeField(draft: Ontology, id: string): void {
  for (const label of draft.labels.filter((each) => each.on === id || each.fields?.includes(id)))
    removeLabel(draft, label);
  draft.fields = Object.fromEntries(Object.entries(draft.fields).filter(([name]) => name !== id));
}

export function addLabel(draft: Ontology, on: string, kind: LabelKind, name: string): Label {
  const id = freeId(
    name,
    draft.labels.map((label) => label.id),
    'label',
  );
  const label: Label = { id, on, kind, name };
  draft.labels.push(label);
  setKind(draft, label, kind);
  return draft.labels.at(-1) ?? label;
}

/** Changing a label's kind keeps its classes where the new kind has any. */
export function setKind(draft: Ontology, label: Label, kind: LabelKind): void {
  label.kind = kind;
  if (hasClasses(kind)) label.classes ??= [];
  else delete label.classes;
  if (kind === 'rating') [label.min, label.max] = [label.min ?? 1, label.max ?? 5];
  if (kind === 'pairwise') {
    const type = draft.fields[label.on]?.type;
    const alike = Object.keys(draft.fields).filter((id) => draft.fields[id]?.type === type);
    label.fields = [label.on, alike.find((id) => id !== label.on) ?? label.on];
  } else delete label.fields;
  if (kind !== 'track') delete label.shape;
  if (!hasInstants(kind)) delete label.instant;
  if (!canTranscribe(kind)) delete label.transcript;
  if (!marksRegions(kind)) dropRelationsOf(draft, label.id);
}

export function removeLabel(draft: Ontology, label: Label): void {
  draft.labels = draft.labels.filter((each) => each.id !== label.id);
  dropRelationsOf(draft, label.id);
}

export function addClass(label: Label, name: string, after?: LabelClass): LabelClass {
  const classes = (label.classes ??= []);
  const made: LabelClass = {
    id: freeId(
      name,
      classes.map((item) => item.id),
      `class_${classes.length + 1}`,
    ),
    name,
  };
  const at = after ? classes.findIndex((item) => item.id === after.id) + 1 : classes.length;
  classes.splice(at, 0, made);
  return classes[at] ?? made;
}

/** One class for each line that is pasted, leaving out what is there already. */
export function addClasses(label: Label, text: string): void {
  const known = new Set((label.classes ?? []).map((item) => item.name ?? item.id));
  for (const line of text
    .split(/\r?\n/)
    .map((each) => each.trim())
    .filter(Boolean)) {
    if (!known.has(line)) addClass(label, line);
    known.add(line);
  }
}

/** A class made in this sitting takes its id from its name; a saved one keeps its id for ever. */
export function renameClass(label: Label, item: LabelClass, name: string, isSaved: boolean): void {
  item.name = name;
  if (isSaved) return;
  const others = (label.classes ?? [])
    .filter((each) => each !== item && each.id !== item.id)
    .map((each) => each.id);
  item.id = freeId(name, others, item.id);
}

export function move<Item>(list: Item[], at: number, by: number): void {
  const to = at + by;
  if (to < 0 || to >= list.length) return;
  const [item] = list.splice(at, 1);
  if (item !== undefined) list.splice(to, 0, item);
}

export function addRelation(draft: Ontology, name: string): RelationType | null {
  const ends = draft.labels.filter((label) => marksRegions(label.kind));
  const [from, to = from] = ends;
  if (!from || !to) return null;
  const relations = (draft.relations ??= []);
  relations.push({
    id: freeId(
      name,
      relations.map((relation) => relation.id),
      'relation',
    ),
    name,
    from: from.id,
    to: to.id,
    directed: true,
  });
  return relations.at(-1) ?? null;
}

/** The ends of a relation: the server also knows lists of labels. */
export const endsOf = (end: string | readonly string[]): string[] =>
  typeof end === 'string' ? [end] : [...end];

function dropRelationsOf(draft: Ontology, label: string): void {
  if (!draft.relations) return;
  draft.relations = draft.relations.filter(
    (relation) => !endsOf(relation.from).includes(label) && !endsOf(relation.to).includes(label),
  );
  if (!draft.relations.length) delete draft.relations;
}
