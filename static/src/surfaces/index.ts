/** Which surface shows which type of field. Each is loaded when first needed. */
import type { SurfaceScope } from '../core/commands';
import type { FieldType } from '../core/ontology';
import type { Surface } from './surface';

export type { FieldValue, Media, Place, Surface, View } from './surface';

const surfaces: { readonly [T in FieldType]?: () => Promise<Surface> } = {
  image: async () => (await import('./plane')).plane,
  document: () => import('./pages').then(({ pages }) => pages),
  html: () => import('./html').then(({ html }) => html),
  audio: async () => (await import('./audio')).audio,
  timeseries: async () => (await import('./series')).series,
  dialogue: () => import('./dialogue').then((module) => module.dialogue),
  pointcloud: async () => (await import('./space')).space,
  table: () => import('./table').then((module) => module.table),
  text: () => import('./prose').then(({ prose }) => prose),
  video: () => import('./video').then((module) => module.video),
  volume: () => import('./volume').then((module) => module.volume),
  geo: () => import('./map').then((module) => module.map),
};

/** Loads the surface of a field type; null where Penumbra has none yet. */
export async function surfaceFor(type: FieldType): Promise<Surface | null> {
  return (await surfaces[type]?.()) ?? null;
}

/** Which families of keys a field of each type uses; the ontology editor checks hotkeys by it. */
export const scopesOf: { readonly [T in FieldType]: readonly SurfaceScope[] } = {
  text: ['prose'],
  image: ['image', 'plane'],
  audio: ['audio'],
  video: ['video', 'plane'],
  pointcloud: ['space'],
  timeseries: ['series'],
  document: ['pages'],
  table: ['table'],
  dialogue: ['dialogue', 'prose'],
  html: ['prose'],
  geo: ['map', 'plane'],
  volume: ['volume', 'plane'],
};
