/** What points can be coloured by, in the order in which one goes through. */
import type { ColourBy } from './cast';
import type { CloudFacts } from './facts';

export function colourings(facts: CloudFacts): ColourBy[] {
  const isSeen = facts.cameras.some((camera) => camera.intrinsic && camera.width > 0);
  return [
    'height',
    ...(facts.intensity ? (['intensity'] as const) : []),
    ...(facts.has_colours ? (['colour'] as const) : []),
    ...(isSeen ? (['camera'] as const) : []),
    'label',
  ];
}
