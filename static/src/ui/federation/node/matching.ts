/** Which class of a site stands for one of the federation's; the same id does where none is named. */
import type { NamedClass } from '../wire';

export type Mapping = Readonly<Record<string, string>>;

export function counterpart(
  mapping: Mapping,
  ours: readonly NamedClass[],
  theirs: string,
): string | null {
  const own = mapping[theirs] ?? theirs;
  return ours.some(({ id }) => id === own) ? own : null;
}

/** A class that is called alike needs no line; one that is taken back becomes "the same id" again. */
export function withCounterpart(mapping: Mapping, theirs: string, own: string): Mapping {
  const others = Object.entries(mapping).filter(([known]) => known !== theirs);
  return Object.fromEntries(own && own !== theirs ? [...others, [theirs, own]] : others);
}
