/**
 * Objects: regions, in whatever fields, that relations with identity say are one thing. An object
 * is nothing stored: it is what is connected, and its name stands on its relations.
 */
import type { AnnotationDocument } from './document';
import { findClass, findLabel, nameOf, type Ontology, type RelationType } from './ontology';
import { isGhost, newId, type Region, type Relation } from './region';
import type { Session } from './session';

export interface MarkedObject {
  /** Of its first region. */
  readonly id: string;
  /** What a person called it. */
  readonly name: string | null;
  /** What to call it: its name, the text of its first span, or its class and a number. */
  readonly title: string;
  readonly regions: readonly Region[];
  readonly relations: readonly Relation[];
}

export const identitiesOf = (ontology: Ontology): RelationType[] =>
  (ontology.relations ?? []).filter(({ identity }) => identity === true);

export function objectsOf(ontology: Ontology, document: AnnotationDocument): MarkedObject[] {
  const kinds = new Set(identitiesOf(ontology).map(({ id }) => id));
  if (!kinds.size) return [];
  const regions = document.regions().filter((region) => !isGhost(region));
  const links = document.relations().filter(({ label }) => kinds.has(label));
  const top = unite(regions, links);
  const members = groupBy(regions, ({ id }) => top(id));
  const held = groupBy(links, ({ from }) => top(from));
  const counts = new Map<string, number>();
  return [...members].flatMap(([root, mine]) => {
    const relations = held.get(root) ?? [];
    if (mine.length < 2) return [];
    const name = relations.find((relation) => relation.name)?.name ?? null;
    const title = name ?? textOf(ontology, mine) ?? numbered(ontology, mine[0]!, counts);
    return [{ id: mine[0]!.id, name, title, regions: mine, relations }];
  });
}

export const objectOf = (objects: readonly MarkedObject[], region: string): MarkedObject | null =>
  objects.find(({ regions }) => regions.some(({ id }) => id === region)) ?? null;

/** The next region of the same object after one, in a given order and round again; null alone. */
export function mentionAfter(
  object: MarkedObject,
  id: string,
  by: 1 | -1,
  order: (a: Region, b: Region) => number,
): Region | null {
  const regions = [...object.regions].sort(order);
  const at = regions.findIndex((region) => region.id === id);
  return regions[(at + by + regions.length) % regions.length] ?? null;
}

/** The relation with identity that may join two regions, the way its type wants it. */
export function identityBetween(ontology: Ontology, a: Region, b: Region): Relation | null {
  for (const type of identitiesOf(ontology))
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      if ([type.from].flat().includes(from.label) && [type.to].flat().includes(to.label)) {
        const { id: label, directed = true } = type;
        return { id: newId(), label, from: from.id, to: to.id, directed };
      }
  return null;
}

/**
 * Makes regions one object, in one undo step, with as few relations as it takes; gives how many
 * could not be joined, because no relation with identity leads to their label.
 */
export function linkAsObject(
  ontology: Ontology,
  document: AnnotationDocument,
  ids: readonly string[],
): number {
  const [first, ...rest] = ids.flatMap((id) => document.region(id) ?? []);
  if (!first) return 0;
  const name = namesOf(objectsOf(ontology, document), ids)[0];
  const joined = [first];
  let left = rest;
  document.transact(() => {
    for (let isMoving = true; isMoving && left.length;) {
      isMoving = false;
      for (const region of left) {
        if (!join(ontology, document, joined, region)) continue;
        joined.push(region);
        isMoving = true;
      }
      left = left.filter((region) => !joined.includes(region));
    }
    const whole = objectOf(objectsOf(ontology, document), first.id);
    if (whole && name) renameObject(document, whole, name);
  });
  return left.length;
}

/** An empty name takes the name back. */
export function renameObject(
  document: AnnotationDocument,
  { relations }: MarkedObject,
  name: string,
): void {
  const text = name.trim();
  const named = ({ name: _, ...bare }: Relation): Relation =>
    text ? { ...bare, name: text } : bare;
  document.transact(() => document.putRelations(...relations.map(named)));
}

/** All members that may be changed and whose label knows the class, by its id or by its name. */
export function reclassifyObject(session: Session, object: MarkedObject, wanted: string): void {
  const { document, ontology } = session;
  const ids = new Set(session.editable(object.regions.map(({ id }) => id)));
  document.transact(() => {
    for (const { id, label, class: before } of object.regions) {
      const found = classNamed(ontology, label, wanted);
      if (ids.has(id) && found !== null && found !== before)
        document.editRegion(id, { class: found });
    }
  });
}

export function deleteObject(session: Session, { regions }: MarkedObject): void {
  const ids = session.editable(regions.map(({ id }) => id));
  session.document.transact(() => session.document.removeRegions(...ids));
}

/** Takes one region out; the others stay one object where their labels allow it. */
export function detachRegion(
  ontology: Ontology,
  document: AnnotationDocument,
  object: MarkedObject,
  id: string,
): void {
  const cut = object.relations.filter(({ from, to }) => from === id || to === id);
  const rest = object.regions.filter((region) => region.id !== id).map((region) => region.id);
  document.transact(() => {
    document.removeRelations(...cut.map((relation) => relation.id));
    if (rest.length < 2) return;
    linkAsObject(ontology, document, rest);
    const whole = objectOf(objectsOf(ontology, document), rest[0]!);
    if (whole && object.name) renameObject(document, whole, object.name);
  });
}

/** The classes that a whole object may take: of its members' labels, one of each name. */
export function classesOf(
  ontology: Ontology,
  object: MarkedObject,
): { id: string; name: string }[] {
  const found = new Map<string, string>();
  for (const { label } of object.regions)
    for (const item of findLabel(ontology, label)?.classes ?? [])
      if (![...found.values()].includes(nameOf(item))) found.set(item.id, nameOf(item));
  return [...found].map(([id, name]) => ({ id, name }));
}

/** The class of a label that has this id, or the same name as the class of this id elsewhere. */
export function classNamed(ontology: Ontology, labelId: string, wanted: string): string | null {
  const classes = findLabel(ontology, labelId)?.classes ?? [];
  const name = ontology.labels.map((label) => findClass(label, wanted)).find((item) => item);
  const found =
    classes.find(({ id }) => id === wanted) ??
    classes.find((item) => name && nameOf(item).toLowerCase() === nameOf(name).toLowerCase());
  return found?.id ?? null;
}

function join(
  ontology: Ontology,
  document: AnnotationDocument,
  joined: readonly Region[],
  region: Region,
): boolean {
  const object = objectOf(objectsOf(ontology, document), region.id);
  if (object?.regions.some(({ id }) => joined.some((one) => one.id === id))) return true;
  for (const one of joined) {
    const relation = identityBetween(ontology, one, region);
    if (!relation) continue;
    document.putRelations(relation);
    return true;
  }
  return false;
}

const namesOf = (objects: readonly MarkedObject[], ids: readonly string[]): string[] =>
  ids.flatMap((id) => objectOf(objects, id)?.name ?? []);

/** A span's words before those of a transcript: a name as it is written. */
function textOf(ontology: Ontology, regions: readonly Region[]): string | null {
  const speaking = regions.filter(({ text }) => text?.trim());
  const span = speaking.find(({ label }) => findLabel(ontology, label)?.kind === 'span');
  return (span ?? speaking[0])?.text?.replace(/\s+/g, ' ').trim() ?? null;
}

function numbered(ontology: Ontology, region: Region, counts: Map<string, number>): string {
  const label = findLabel(ontology, region.label);
  const name = nameOf(findClass(label, region.class) ?? label ?? { id: region.label });
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return `${name} ${count}`;
}

/** Union and find: which regions hang together. */
function unite(regions: readonly Region[], links: readonly Relation[]): (id: string) => string {
  const root = new Map(regions.map(({ id }) => [id, id]));
  const top = (id: string): string => {
    let at = id;
    for (let up = root.get(at); up !== undefined && up !== at; up = root.get(at)) at = up;
    return at;
  };
  for (const { from, to } of links)
    if (root.has(from) && root.has(to)) root.set(top(from), top(to));
  return top;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
