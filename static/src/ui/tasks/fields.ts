/** What may be asked for in a filter, with the values worth offering, from the project's ontology. */
import type { Ontology } from '../../live/types';

export type FieldKind = 'name' | 'text' | 'number' | 'share' | 'date';
export interface FilterField {
  readonly name: string;
  readonly kind: FieldKind;
  /** Offered after the operator: plain values, written as the language needs them. */
  readonly values: readonly string[];
}

const OPERATORS: Readonly<Record<FieldKind, readonly string[]>> = {
  name: ['=', '!='],
  text: ['~', '=', '!='],
  number: ['=', '!=', '<', '<=', '>', '>='],
  share: ['<', '<=', '>', '>='],
  date: ['>', '>=', '<', '<='],
};
export const operatorsOf = (field: FilterField): readonly string[] => OPERATORS[field.kind];

export const STATES = ['open', 'in_progress', 'done', 'accepted', 'rejected'] as const;
const SHARES = ['0.2', '0.4', '0.6', '0.8'];

export function filterFields(ontology: Ontology, people: readonly string[] = []): FilterField[] {
  const classes = ontology.labels.flatMap((label) => (label.classes ?? []).map((one) => one.id));
  const data = Object.entries(ontology.fields).filter(([, field]) => field.type === 'text');
  return [
    { name: 'state', kind: 'name', values: STATES },
    { name: 'label', kind: 'name', values: [...new Set(classes)] },
    { name: 'predicted', kind: 'name', values: [...new Set(classes)] },
    { name: 'annotator', kind: 'name', values: people },
    { name: 'reviewer', kind: 'name', values: people },
    { name: 'uncertainty', kind: 'share', values: SHARES },
    { name: 'score', kind: 'share', values: SHARES },
    { name: 'agreement', kind: 'share', values: SHARES },
    { name: 'text', kind: 'text', values: [] },
    ...data
      .filter(([id]) => id !== 'text')
      .map(([id]) => ({ name: `data.${id}`, kind: 'text' as const, values: [] })),
    { name: 'priority', kind: 'number', values: [] },
    { name: 'overlap', kind: 'number', values: [] },
    { name: 'annotations', kind: 'number', values: ['0', '1', '2'] },
    { name: 'skips', kind: 'number', values: ['0', '1'] },
    { name: 'comments', kind: 'number', values: ['0'] },
    { name: 'model_version', kind: 'number', values: [] },
    { name: 'id', kind: 'name', values: [] },
    { name: 'external_id', kind: 'name', values: [] },
    { name: 'created', kind: 'date', values: [] },
    { name: 'updated', kind: 'date', values: [] },
  ];
}
