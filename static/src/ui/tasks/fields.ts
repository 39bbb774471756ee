/** What may be asked for in a filter, with the values worth offering, from the project's ontology. */
import type { Ontology } from '../../live/types';

export type FieldKind = 'name' | 'text' | 'number' | 'share' | 'date' | 'flag';
export interface FilterField {
  readonly name: string;
  readonly kind: FieldKind;
  /** Offered after the operator: plain values, written as the language needs them. */
  readonly values: readonly string[];
}

const OPERATORS: Readonly<Record<FieldKind, readonly string[]>> = {
  name: ['=', '!=', 'in'],
  text: ['~', '!~', '=', '!='],
  number: ['=', '!=', '<', '<=', '>', '>='],
  share: ['<', '<=', '>', '>='],
  date: ['>', '>=', '<', '<=', '='],
  flag: ['='],
};
export const operatorsOf = (field: FilterField): readonly string[] => OPERATORS[field.kind];

export const STATES = ['open', 'in_progress', 'done', 'accepted', 'rejected'] as const;
const SHARES = ['0.2', '0.4', '0.6', '0.8'];
const FLAGS = ['true', 'false'];

/** `blind`: what others answered is hidden from who asks, and so are the fields that would tell. */
export function filterFields(
  ontology: Ontology,
  people: readonly string[] = [],
  { blind = false } = {},
): FilterField[] {
  const field = (name: string, kind: FieldKind, values: readonly string[] = []): FilterField => ({
    name,
    kind,
    values,
  });
  const classes = [
    ...new Set(ontology.labels.flatMap((label) => (label.classes ?? []).map((one) => one.id))),
  ];
  const answers = [
    field('label', 'name', classes),
    field('annotator', 'name', people),
    field('reviewer', 'name', people),
    field('agreement', 'share', SHARES),
    field('comments', 'number', ['0']),
    field('annotations', 'number', ['0', '1', '2']),
    field('skips', 'number', ['0', '1']),
    field('overlap', 'number', ['1', '2', '3']),
    field('updated', 'date'),
  ];
  return [
    field('state', 'name', STATES),
    ...(blind ? [] : answers),
    field('predicted', 'name', classes),
    field('uncertainty', 'share', SHARES),
    field('score', 'share', SHARES),
    field('text', 'text'),
    ...Object.keys(ontology.fields).map((id) => field(`data.${id}`, 'text')),
    field('predictions', 'number', ['0', '1']),
    field('open_comments', 'number', ['0']),
    field('skipped', 'flag', FLAGS),
    field('has_draft', 'flag', FLAGS),
    field('priority', 'number'),
    field('model_version', 'name'),
    field('id', 'number'),
    field('external_id', 'name'),
    field('created', 'date'),
  ];
}
