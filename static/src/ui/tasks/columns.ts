/** The columns of the task table: which there are, how they are ordered, and how each person lays them out. */
import type { FieldType } from '../../core/ontology';
import type { Ontology } from '../../live/types';

export type ColumnKind =
  | 'id'
  | 'external'
  | 'field'
  | 'state'
  | 'labels'
  | 'predicted'
  | 'uncertainty'
  | 'agreement'
  | 'annotators'
  | 'annotations'
  | 'priority'
  | 'created'
  | 'updated';
export interface Column {
  readonly id: string;
  readonly kind: ColumnKind;
  /** The field of the task's data it shows. */
  readonly field?: string;
  readonly type?: FieldType;
  /** What the server orders by; absent where it cannot. */
  readonly order?: string | undefined;
  readonly width: number;
  /** Shown until a person says otherwise. */
  readonly shown: boolean;
}
/** What is kept in a person's preferences, for one project. */
export interface Layout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

export const LEAST_PX = 56;
export const MOST_PX = 900;

/** Words want room, and so do names of files that have no picture. */
const WIDTHS: { readonly [T in FieldType]?: number } = {
  text: 272,
  html: 272,
  dialogue: 272,
  table: 200,
  audio: 180,
  timeseries: 180,
};

/** What others did, which a blind annotator neither sees nor orders by. */
const OTHERS: readonly ColumnKind[] = [
  'labels',
  'agreement',
  'annotators',
  'annotations',
  'updated',
];

export function columnsOf(ontology: Ontology, { blind = false } = {}): Column[] {
  const fields = Object.entries(ontology.fields).map(([id, { type }]): Column => ({
    id: `data.${id}`,
    kind: 'field',
    field: id,
    type,
    width: WIDTHS[type] ?? 96,
    shown: true,
  }));
  const all: Column[] = [
    { id: 'id', kind: 'id', order: 'id', width: 68, shown: true },
    ...fields,
    { id: 'state', kind: 'state', order: 'state', width: 100, shown: true },
    { id: 'labels', kind: 'labels', width: 140, shown: true },
    { id: 'predicted', kind: 'predicted', order: 'score', width: 190, shown: true },
    { id: 'uncertainty', kind: 'uncertainty', order: 'uncertainty', width: 104, shown: true },
    { id: 'agreement', kind: 'agreement', order: 'agreement', width: 108, shown: false },
    { id: 'annotators', kind: 'annotators', width: 112, shown: true },
    { id: 'annotations', kind: 'annotations', width: 108, shown: false },
    { id: 'priority', kind: 'priority', order: 'priority', width: 92, shown: false },
    { id: 'external_id', kind: 'external', width: 140, shown: false },
    { id: 'created_at', kind: 'created', order: 'created_at', width: 124, shown: false },
    { id: 'updated_at', kind: 'updated', order: 'updated_at', width: 116, shown: true },
  ];
  if (!blind) return all;
  return all
    .filter(({ kind }) => !OTHERS.includes(kind))
    .map((column) => (column.kind === 'state' ? { ...column, order: undefined } : column));
}

/** A kept layout may be older than the ontology: unknown columns are dropped, new ones come in their place. */
export function layOut(columns: readonly Column[], kept: Partial<Layout> | undefined): Layout {
  const known = new Map(columns.map((column) => [column.id, column]));
  const order = (kept?.order ?? []).filter((id) => known.has(id));
  columns.forEach((column, at) => {
    if (!order.includes(column.id)) order.splice(Math.min(at, order.length), 0, column.id);
  });
  const settled = new Set(kept?.order ?? []);
  const hidden = columns
    .filter(({ id, shown }) => (settled.has(id) ? kept?.hidden?.includes(id) : !shown))
    .map(({ id }) => id);
  const widths = Object.fromEntries(
    columns.map(({ id, width }) => [id, clampWidth(kept?.widths?.[id] ?? width)]),
  );
  return { order, hidden, widths };
}

export function shownColumns(columns: readonly Column[], layout: Layout): Column[] {
  return layout.order
    .filter((id) => !layout.hidden.includes(id))
    .flatMap((id) => columns.find((column) => column.id === id) ?? []);
}

export const clampWidth = (width: number): number =>
  Math.round(Math.max(LEAST_PX, Math.min(MOST_PX, Number.isFinite(width) ? width : LEAST_PX)));

export const resized = (layout: Layout, id: string, width: number): Layout => ({
  ...layout,
  widths: { ...layout.widths, [id]: clampWidth(width) },
});

export function toggled(layout: Layout, id: string): Layout {
  const hidden = layout.hidden.includes(id)
    ? layout.hidden.filter((one) => one !== id)
    : [...layout.hidden, id];
  return hidden.length < layout.order.length ? { ...layout, hidden } : layout;
}

/** The column `id` stands where `target` stood. */
export function moved(layout: Layout, id: string, target: string): Layout {
  const to = layout.order.indexOf(target);
  if (to < 0 || id === target || !layout.order.includes(id)) return layout;
  const order = layout.order.filter((one) => one !== id);
  order.splice(to, 0, id);
  return { ...layout, order };
}

/** One place to the left or right among the shown. */
export function stepped(layout: Layout, id: string, by: -1 | 1): Layout {
  const shown = layout.order.filter((one) => !layout.hidden.includes(one));
  const target = shown[shown.indexOf(id) + by];
  return target === undefined ? layout : moved(layout, id, target);
}

/** Ascending, then descending, then as the server likes. */
export function nextOrder(order: string, by: string): string {
  return order === by ? `-${by}` : order === `-${by}` ? '' : by;
}
