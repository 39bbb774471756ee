/** How a region looks: its class's colour, and dashed and translucent while only a model vouches. */
import { colourOf, findClass, findLabel, nameOf, type Ontology } from '../../core/ontology';
import { inkOn } from '../../core/palette';
import { isSuggested, type Region } from '../../core/region';

export interface Look {
  readonly colour: string;
  readonly fill: string;
  readonly ink: string;
  readonly isSuggested: boolean;
  /** What the chip beside the region says. */
  readonly text: string;
  readonly bones: readonly (readonly [number, number])[];
}

export const looks = (ontology: Ontology) => {
  const known = new Map<string, Omit<Look, 'isSuggested' | 'text'> & { name: string }>();
  const base = (labelId: string, classId: string | null) => {
    const key = `${labelId}\n${classId}`;
    let found = known.get(key);
    if (!found) {
      const label = findLabel(ontology, labelId);
      const colour = colourOf(label, classId);
      const named = findClass(label, classId) ?? label;
      const name = named ? nameOf(named) : (classId ?? labelId);
      const bones = label?.edges ?? [];
      found = { colour, fill: `${colour}26`, ink: inkOn(colour), name, bones };
      known.set(key, found);
    }
    return found;
  };
  return (region: Region): Look => {
    const { name, ...look } = base(region.label, region.class);
    const suggested = isSuggested(region);
    const score = suggested && region.score !== undefined ? ` ${region.score.toFixed(2)}` : '';
    return { ...look, isSuggested: suggested, text: suggested ? `${name}?${score}` : name };
  };
};
