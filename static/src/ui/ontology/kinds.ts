/** What can be asked of and marked on each type of field, and what each kind of label has. */
import {
  answerKinds,
  regionKinds,
  type AnswerKind,
  type FieldType,
  type LabelKind,
  type RegionKind,
} from '../../core/ontology';
import type { TrackShape } from '../../core/region';

const OUTLINES = [
  'box',
  'polygon',
  'rotated_box',
  'ellipse',
  'polyline',
  'keypoints',
  'mask',
] as const satisfies RegionKind[];

/** Common kinds of mark first; the server's `regions` say the same. */
const MARKS_ON: Readonly<Record<FieldType, readonly RegionKind[]>> = {
  text: ['span'],
  html: ['span'],
  image: OUTLINES,
  geo: OUTLINES,
  volume: OUTLINES,
  audio: ['range'],
  timeseries: ['range'],
  video: ['track', 'range'],
  pointcloud: ['cuboid', 'track', 'point_labels'],
  document: ['span', 'page_box'],
  table: ['cell'],
  dialogue: ['turn', 'span'],
};
const FIRST: readonly AnswerKind[] = ['choice', 'multichoice'];
const LAST = answerKinds.filter((kind) => !FIRST.includes(kind));
const WITHOUT_CLASSES = new Set<string>(['rating', 'number', 'datetime', 'textarea']);
const MARKS = new Set<string>(regionKinds);

/** The label kinds a field of this type can carry, the common ones first. */
export const kindsFor = (type: FieldType | undefined): LabelKind[] => [
  ...FIRST,
  ...(type ? MARKS_ON[type] : []),
  ...LAST,
];
export const hasClasses = (kind: string): boolean => !WITHOUT_CLASSES.has(kind);
/** Whether a label of this kind marks regions, which relations may join. */
export const marksRegions = (kind: string): boolean => MARKS.has(kind);

/** What a track can follow on a type of field, the usual shape first. */
export const shapesOn = (type: FieldType | undefined): readonly TrackShape[] =>
  type === 'pointcloud' ? ['cuboid'] : OUTLINES;

export const hasInstants = (kind: string): boolean => kind === 'range';
/** Whether what is written there can be typed off it. */
export const canTranscribe = (kind: string): boolean =>
  kind === 'box' || kind === 'rotated_box' || kind === 'polygon' || kind === 'page_box';
