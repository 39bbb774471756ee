/** Which relations may join two regions. */
import type { AnnotationDocument } from '../../core/document';
import { relationsBetween, type Ontology, type RelationType } from '../../core/ontology';
import type { Relation } from '../../core/region';

export function typesOf(
  ontology: Ontology,
  document: AnnotationDocument,
  { from, to }: Pick<Relation, 'from' | 'to'>,
): RelationType[] {
  const [start, end] = [document.region(from), document.region(to)];
  return start && end ? relationsBetween(ontology, start.label, end.label) : [];
}
