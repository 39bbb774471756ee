/** Which projects can be answered many tasks at a time: pictures, and one question with classes. */
import { answerLabels, type Label, type Ontology } from '../../core/ontology';

const kinds: readonly string[] = ['image', 'geo', 'video', 'document'];

/** The question that a grid answers; null where a task asks for more than one choice. */
export function gridQuestion(ontology: Ontology): Label | null {
  const required = answerLabels(ontology).filter((label) => label.required);
  const choices = answerLabels(ontology).filter(({ kind }) => kind === 'choice');
  const [question] = required.length ? required : choices;
  const fields = Object.values(ontology.fields);
  const [field] = fields;
  if (!question || required.length > 1 || question.kind !== 'choice') return null;
  return fields.length === 1 && field && kinds.includes(field.type) ? question : null;
}
/** The field whose pictures are the tiles. */
export const gridField = (ontology: Ontology): string => Object.keys(ontology.fields)[0] ?? '';
