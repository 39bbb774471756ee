/** How a region looks: its class's colour, and dashed and translucent while only a model vouches. */
import {
  attributesOf,
  colourOf,
  findClass,
  findLabel,
  nameOf,
  type Attribute,
  type Ontology,
} from '../../core/ontology';
import { inkOn } from '../../core/palette';
import { isSuggested, type Region, type Value } from '../../core/region';

export interface Look {
  readonly colour: string;
  readonly fill: string;
  readonly ink: string;
  readonly isSuggested: boolean;
  /** Dashed while only a model vouches, dotted where it is out of sight. */
  readonly line: 'firm' | 'dashed' | 'dotted';
  readonly alpha: number;
  /** What the chip beside the region says. */
  readonly text: string;
  readonly bones: readonly (readonly [number, number])[];
}

export const looks = (ontology: Ontology) => {
  const known = new Map<
    string,
    Omit<Look, 'isSuggested' | 'text' | 'line' | 'alpha'> & {
      name: string;
      attributes: Attribute[];
    }
  >();
  const base = (labelId: string, classId: string | null) => {
    const key = `${labelId}\n${classId}`;
    let found = known.get(key);
    if (!found) {
      const label = findLabel(ontology, labelId);
      const colour = colourOf(label, classId);
      const cls = findClass(label, classId);
      const named = cls ?? label;
      const name = named ? nameOf(named) : (classId ?? labelId);
      const bones = cls?.skeleton?.edges ?? [];
      const attributes = attributesOf(label, classId);
      found = { colour, fill: `${colour}26`, ink: inkOn(colour), name, bones, attributes };
      known.set(key, found);
    }
    return found;
  };
  return (region: Region): Look => {
    const { name, attributes, ...look } = base(region.label, region.class);
    const said = attributes.flatMap((item) => says(item, region.attributes[item.id])).slice(0, 2);
    const suggested = isSuggested(region);
    const score = suggested && region.score !== undefined ? ` ${region.score.toFixed(2)}` : '';
    const full = [name, said.join(', ')].filter((part) => part).join(': ');
    return {
      ...look,
      isSuggested: suggested,
      line: suggested ? 'dashed' : 'firm',
      alpha: suggested ? 0.7 : 1,
      text: suggested ? `${full}?${score}` : full,
    };
  };
};

/** An attribute in a chip's few words: what is true, what was chosen. */
function says(attribute: Attribute, value: Value | undefined): string[] {
  if (value === true) return [nameOf(attribute)];
  const option = attribute.options?.find(({ id }) => id === value);
  return option ? [nameOf(option)] : [];
}
