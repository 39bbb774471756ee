/** Which tools a field has: those that draw what its ontology knows. */
import { regionLabelsOn } from '../../core/ontology';
import type { Region } from '../../core/region';
import { isTrack } from '../../core/track';
import type { Place } from '../surface';

export const isTrackOf = ({ geometry }: Region): boolean =>
  isTrack(geometry) && geometry.shape === 'cuboid';

const drawing: { readonly [kind: string]: readonly string[] } = {
  cuboid: ['cuboid', 'fit'],
  track: ['cuboid', 'fit'],
  point_labels: ['lasso', 'rectangle', 'brush'],
};
export function toolsFor({ ontology, field, session }: Place): string[] {
  const kinds = session.state.readonly
    ? []
    : regionLabelsOn(ontology, field).map(({ kind }) => drawing[kind] ?? []);
  return ['select', ...new Set(kinds.flat())];
}
/** The tool in hand, where it is one of this surface's; a class of tracks brings the cuboid tool. */
export function toolOf(place: Place, tools: readonly string[]): string {
  const { tool, label } = place.session.state;
  if (tools.includes(tool)) return tool;
  const kind = place.ontology.labels.find(({ id }) => id === label)?.kind;
  return tool === 'box' && kind === 'track' && tools.includes('cuboid') ? 'cuboid' : 'select';
}
