/** The label schema of a project: its types, and the questions asked of it while annotating. */
import { paletteColour } from './palette';
import type { TrackShape, Value } from './region';

export type FieldType =
  | 'text'
  | 'image'
  | 'audio'
  | 'video'
  | 'pointcloud'
  | 'timeseries'
  | 'document'
  | 'table'
  | 'dialogue'
  | 'html'
  | 'geo'
  | 'volume';

export const answerKinds = [
  'choice',
  'multichoice',
  'taxonomy',
  'rating',
  'number',
  'datetime',
  'textarea',
  'ranking',
  'pairwise',
] as const;
export const regionKinds = [
  'span',
  'range',
  'box',
  'rotated_box',
  'ellipse',
  'polygon',
  'polyline',
  'keypoints',
  'mask',
  'cuboid',
  'point_labels',
  'track',
  'cell',
  'turn',
  'page_box',
] as const;
export type AnswerKind = (typeof answerKinds)[number];
export type RegionKind = (typeof regionKinds)[number];
export type LabelKind = AnswerKind | RegionKind;

export interface Field {
  type: FieldType;
  name?: string;
}
export interface Option {
  id: string;
  name?: string;
}
export interface Attribute {
  id: string;
  kind: 'boolean' | 'choice' | 'multichoice' | 'text' | 'number' | 'rating';
  name?: string;
  options?: Option[];
  required?: boolean;
  default?: Value;
  min?: number;
  max?: number;
  step?: number;
  hotkey?: string;
  /** May change from keyframe to keyframe of a track. */
  mutable?: boolean;
}
export interface LabelClass {
  id: string;
  name?: string;
  color?: string;
  hotkey?: string;
  description?: string;
  parent?: string;
  attributes?: Attribute[];
  /** Of keypoints: the names of its points, in order, and the pairs that are joined. */
  skeleton?: Skeleton;
}
export interface Skeleton {
  points: string[];
  edges: [number, number][];
}
export interface Label {
  id: string;
  on: string;
  kind: LabelKind;
  name?: string;
  description?: string;
  required?: boolean;
  classes?: LabelClass[];
  attributes?: Attribute[];
  /** The fields a pairwise question compares. */
  fields?: string[];
  min?: number;
  max?: number;
  step?: number;
  max_length?: number;
  multiple?: boolean;
  hotkey?: string;
  /** Of a track: what is tracked; a box on video and a cuboid on point clouds where not said. */
  shape?: TrackShape;
  /** Of a range: whether it may end where it starts. */
  instant?: boolean;
  /** Of boxes: whether the words inside are typed right after drawing. */
  transcript?: boolean;
  /** Of turns: the roles that it is for; of every role where not said. */
  roles?: string[];
  /** Of a pairwise question: false keeps the fields in the order of the ontology. */
  shuffle?: boolean;
  /** Of a textarea: the field whose text, or last answer, is written anew. */
  rewrite?: string;
  /** Asked only once another label is answered with one of these classes. */
  when?: { label: string; classes: string[] };
}
export interface RelationType {
  id: string;
  name?: string;
  /** The label, or labels, it may begin and end at. */
  from: string | string[];
  to: string | string[];
  directed?: boolean;
  color?: string;
  /** Regions that it joins, in whatever fields, are one object. */
  identity?: boolean;
}
export interface Ontology {
  fields: Record<string, Field>;
  labels: Label[];
  relations?: RelationType[];
}

const answers: ReadonlySet<string> = new Set(answerKinds);
export const isAnswerLabel = (label: Label): boolean => answers.has(label.kind);

export const fieldsOf = (ontology: Ontology): [id: string, field: Field][] =>
  Object.entries(ontology.fields);
export const findLabel = (ontology: Ontology, id: string): Label | undefined =>
  ontology.labels.find((label) => label.id === id);
export const labelsOn = (ontology: Ontology, field: string): Label[] =>
  ontology.labels.filter((label) => label.on === field);
export const regionLabelsOn = (ontology: Ontology, field: string): Label[] =>
  labelsOn(ontology, field).filter((label) => !isAnswerLabel(label));
export const answerLabels = (ontology: Ontology): Label[] => ontology.labels.filter(isAnswerLabel);
export const findClass = (label: Label | undefined, id: string | null): LabelClass | undefined =>
  label?.classes?.find((item) => item.id === id);
const joins = ({ from, to }: RelationType, a: string, b: string): boolean =>
  [from].flat().includes(a) && [to].flat().includes(b);
export const relationsBetween = (ontology: Ontology, from: string, to: string): RelationType[] =>
  (ontology.relations ?? []).filter(
    (type) => joins(type, from, to) || (type.directed === false && joins(type, to, from)),
  );

/** The kind of shape that one draws for a label: of a track, that of each keyframe. */
export const drawnFor = ({ on, kind, shape }: Label, { fields }: Ontology): LabelKind => {
  if (kind !== 'track') return kind;
  return shape ?? (fields[on]?.type === 'pointcloud' ? 'cuboid' : 'box');
};

/** What people read: the name, or the id where none is given. */
export const nameOf = (thing: { id: string; name?: string }): string => thing.name || thing.id;

/** The class's own colour, or the palette's by its place in the label. */
export function colourOf(label: Label | undefined, classId: string | null): string {
  const place = label?.classes?.findIndex((item) => item.id === classId) ?? -1;
  return (place >= 0 && label?.classes?.[place]?.color) || paletteColour(Math.max(0, place));
}

export function attributesOf(label: Label | undefined, classId: string | null): Attribute[] {
  return [...(label?.attributes ?? []), ...(findClass(label, classId)?.attributes ?? [])];
}

/** A class and the key that picks it. */
export interface ClassKey {
  readonly label: string;
  readonly class: string;
  readonly key: string;
}

const digits = [...'1234567890'];

/** Own hotkeys first; classes without one take the free digits in order, label after label. */
export function classKeys(ontology: Ontology): ClassKey[] {
  const classes = ontology.labels
    .filter((label) => label.kind !== 'taxonomy' || isShort(label))
    .flatMap((label) => (label.classes ?? []).map((item) => ({ label, item })));
  const own = new Set(
    classes.flatMap(({ item }) => (item.hotkey ? [item.hotkey.toLowerCase()] : [])),
  );
  const free = digits.filter((digit) => !own.has(digit));
  return classes.flatMap(({ label, item }) => {
    const key = item.hotkey?.toLowerCase() ?? free.shift();
    return key === undefined ? [] : [{ label: label.id, class: item.id, key }];
  });
}

const isShort = (label: Label): boolean => (label.classes?.length ?? 0) <= digits.length;
