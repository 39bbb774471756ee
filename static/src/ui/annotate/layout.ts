/** How the fields of a task share the stage: rows from top to bottom, compared fields side by side. */
import type { Ontology } from '../../core/ontology';
import { answerLabels, isAnswerLabel } from '../../core/ontology';
import { weightOf } from './titles';

export interface Row {
  readonly fields: readonly string[];
  /** Share of the height. */
  readonly weight: number;
}

export function rowsOf(ontology: Ontology): Row[] {
  const pairs = ontology.labels.flatMap((label) => (label.fields?.length ? [label.fields] : []));
  const rows: Row[] = [];
  const placed = new Set<string>();
  for (const [field, { type }] of Object.entries(ontology.fields)) {
    if (placed.has(field)) continue;
    const together = pairs.find((pair) => pair.includes(field)) ?? [field];
    const fields = together.filter((id) => id in ontology.fields && !placed.has(id));
    for (const id of fields) placed.add(id);
    rows.push({ fields, weight: weightOf(type) + (fields.length > 1 ? 1 : 0) });
  }
  return rows;
}

/**
 * Questions sit under the data, near the eyes, when they are all there is to do and there is room
 * for them; beside it otherwise.
 */
export function dockOf(ontology: Ontology): 'below' | 'beside' {
  const asked = answerLabels(ontology);
  const located = ontology.labels.some((label) => !isAnswerLabel(label));
  const bulky = asked.some(({ kind }) => ['taxonomy', 'ranking', 'textarea'].includes(kind));
  const classes = asked.reduce((sum, { classes: all }) => sum + (all?.length ?? 0), 0);
  return !located && !bulky && asked.length <= 2 && classes <= 12 ? 'below' : 'beside';
}
