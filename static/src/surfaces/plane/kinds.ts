/** Which labels, and so which tools, a field has. */
import { regionLabelsOn, type Label, type LabelKind } from '../../core/ontology';
import type { PlanePlace } from './marks';
import type { Running } from './tools';

/** The label a new shape of this kind gets: the active one, or else the first of that kind. */
export function labelFor(
  { ontology, field, session, marks }: PlanePlace,
  kind: LabelKind | null,
): Label | null {
  const labels = regionLabelsOn(ontology, field).filter((label) => marks.draws(label) === kind);
  return labels.find((label) => label.id === session.state.label) ?? labels[0] ?? null;
}

/** Select and pan always; drawing tools where the ontology has something to draw. */
export function toolsFor(place: PlanePlace, all: ReadonlyMap<string, Running>): string[] {
  const isWanted = ({ makes }: Running): boolean =>
    makes === null || (!place.session.state.readonly && labelFor(place, makes) !== null);
  return [...[...all.values()].filter(isWanted).map(({ id }) => id), 'pan'];
}
