/** Which surface shows which type of field. Each is loaded when first needed. */
import type { FieldType } from '../core/ontology';
import type { Surface } from './surface';

export type { FieldValue, Media, Place, Surface, View } from './surface';

const surfaces: { readonly [T in FieldType]?: () => Promise<Surface> } = {
  image: async () => (await import('./plane')).plane,
  text: () => import('./prose').then(({ prose }) => prose),
};

/** Loads the surface of a field type; null where Penumbra has none yet. */
export async function surfaceFor(type: FieldType): Promise<Surface | null> {
  return (await surfaces[type]?.()) ?? null;
}
