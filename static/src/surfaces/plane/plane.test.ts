import { describe, expect, it } from 'vitest';
import { AnnotationDocument } from '../../core/document';
import type { Ontology } from '../../core/ontology';
import type { Region } from '../../core/region';
import { Session } from '../../core/session';
import { fit, keepInSight, panBy, smallestScale, toImage, toScreen, zoomAt } from './camera';
import { copy, duplicate, paste } from './clipboard';
import { carryOut } from './effects';
import { labelFor, toolsFor } from './kinds';
import { looks } from './look';
import { regionMarks, type PlanePlace } from './marks';
import { Scene, type PlaneRegion } from './scene';
import { aligned, stripsOf } from './scroll';
import { seed } from './seeds';
import { snapBounds, snapPoint } from './snap';
import { startTools } from './tools';

const ontology: Ontology = {
  fields: { photo: { type: 'image' } },
  labels: [
    {
      id: 'object',
      on: 'photo',
      kind: 'box',
      classes: [{ id: 'car', name: 'Car' }, { id: 'van' }],
      attributes: [{ id: 'parked', kind: 'boolean' }],
    },
    { id: 'part', on: 'photo', kind: 'box', classes: [{ id: 'wheel' }] },
    { id: 'area', on: 'photo', kind: 'polygon', classes: [{ id: 'road' }] },
    { id: 'tone', on: 'photo', kind: 'choice', classes: [{ id: 'dark' }] },
  ],
};
const image = { width: 100, height: 80 };
function open(regions: Region[] = []): PlanePlace {
  const document = new AnnotationDocument({ regions, relations: [], answers: {} });
  const session = new Session(document, ontology);
  // Nothing here touches the page.
  const host = {} as HTMLElement;
  const t = (key: string): string => key;
  const place = { host, field: 'photo', value: '', task: null, document, session, ontology, t };
  return { ...place, marks: regionMarks(place) };
}
const region = (
  id: string,
  x: number,
  y: number,
  size: number,
  more: Partial<PlaneRegion> = {},
): PlaneRegion => ({
  id,
  label: 'object',
  on: 'photo',
  class: 'car',
  geometry: { x, y, width: size, height: size },
  attributes: {},
  origin: { kind: 'human' },
  ...more,
});
const sceneOf = (...regions: PlaneRegion[]): Scene => {
  const scene = new Scene(looks(ontology));
  scene.set(regions, new Set());
  return scene;
};
const ids = (entries: readonly { region: Region }[]): string[] => entries.map((e) => e.region.id);

describe('camera', () => {
  const view = { width: 400, height: 300 };
  it('keeps the point under the pointer while it zooms', () => {
    const camera = zoomAt({ x: 5, y: 6, scale: 2 }, [50, 60], 1.7, 0.1);
    toImage(camera, [50, 60]).forEach((v, i) => expect(v).toBeCloseTo([30, 36][i]!, 9));
  });
  it('shows the whole picture in the middle', () => {
    const camera = fit([0, 0, 100, 80], view, 10);
    expect(camera.scale).toBe(3.5);
    expect(toScreen(camera, [50, 40])).toEqual([200, 150]);
  });
  it('never loses the picture', () => {
    const camera = keepInSight(panBy({ x: 0, y: 0, scale: 2 }, 9999, -9999), image, view);
    const [left, top] = toScreen(camera, [0, 0]);
    const bottom = toScreen(camera, [100, 80])[1];
    expect(left).toBeLessThanOrEqual(view.width - 48);
    expect(top).toBeLessThan(0);
    expect(bottom).toBeGreaterThanOrEqual(48);
  });
  it('lets a small picture go to its actual size', () => {
    expect(smallestScale({ width: 20, height: 40 }, { width: 900, height: 700 })).toBe(1);
  });
  it('stops zooming out at half of what fits', () => {
    const large = { width: 4000, height: 3000 };
    const smallest = smallestScale(large, { width: 800, height: 600 });
    expect(zoomAt({ x: 0, y: 0, scale: 1 }, [0, 0], 1e-9, smallest).scale).toBe(0.1);
  });
  it('stands on whole device pixels when drawn', () => {
    const camera = aligned({ x: 1.23, y: 4.56, scale: 3 }, 2);
    expect(camera.x * 6).toBeCloseTo(7, 9);
    expect(camera.y * 6).toBeCloseTo(27, 9);
  });
  it('a push bares the strips on the side it comes from', () => {
    expect(stripsOf({ width: 100, height: 80 }, -3, 5)).toEqual([
      { x: 97, y: 0, width: 3, height: 80 },
      { x: 0, y: 0, width: 100, height: 5 },
    ]);
  });
});

describe('scene', () => {
  it('finds the smallest first, then the topmost', () => {
    const scene = sceneOf(
      region('big', 0, 0, 50),
      region('low', 10, 10, 5),
      region('top', 10, 10, 5),
    );
    expect(ids(scene.under([12, 12], 0))).toEqual(['top', 'low', 'big']);
  });
  it('sees only what meets the view, in drawing order', () => {
    const scene = sceneOf(region('c', 5, 5, 2), region('far', 90, 90, 2), region('a', 0, 0, 9));
    expect(ids(scene.within([0, 0, 20, 20]))).toEqual(['c', 'a']);
  });
  it('neither shows nor hits hidden regions', () => {
    const scene = new Scene(looks(ontology));
    scene.set([region('a', 0, 0, 9)], new Set(['a']));
    expect(scene.under([1, 1], 0)).toEqual([]);
  });
  it('marks a suggestion with a question mark and its score', () => {
    const guess = region('a', 0, 0, 9, { origin: { kind: 'prediction' }, score: 0.714 });
    const [entry] = sceneOf(guess).entries;
    expect(entry?.look).toMatchObject({ text: 'Car? 0.71', isSuggested: true });
  });
});

it('a name tells what is true of the region', () => {
  const [entry] = sceneOf(region('a', 0, 0, 9, { attributes: { parked: true } })).entries;
  expect(entry?.look.text).toBe('Car: parked');
});

describe('snapping', () => {
  const near = sceneOf(region('a', 20, 20, 10)).entries;
  it('prefers a corner, takes an edge, and else the border', () => {
    expect(snapPoint([31, 29], near, image, 3)).toEqual([30, 30]);
    expect(snapPoint([18, 50], near, image, 3)).toEqual([20, 50]);
    expect(snapPoint([98, 79], near, image, 3)).toEqual([100, 80]);
    expect(snapPoint([60, 60], near, image, 3)).toEqual([60, 60]);
  });
  it('moves a shape so that the nearer side meets its neighbour', () => {
    expect(snapBounds([32, 19, 48, 40], near, image, 3)).toEqual([-2, 1]);
  });
});

describe('what a tool asked for', () => {
  const geometry = { x: 1, y: 1, width: 5, height: 5 };
  it('becomes a selected region of the active class in one undo step', () => {
    const place = open();
    place.session.set({ label: 'part', class: 'wheel' });
    carryOut(place, [{ do: 'create', kind: 'box', geometry }]);
    expect(place.session.selected).toMatchObject([{ label: 'part', class: 'wheel', geometry }]);
    place.document.undo();
    expect(place.document.canUndo).toBe(false);
  });
  it('is dropped when it has no size', () => {
    const place = open();
    carryOut(place, [{ do: 'create', kind: 'box', geometry: { ...geometry, width: 0 } }]);
    expect(place.document.regions()).toEqual([]);
  });
  it('makes a suggestion the person’s', () => {
    const place = open([region('a', 0, 0, 9, { origin: { kind: 'prediction' } })]);
    carryOut(place, [{ do: 'reshape', shapes: [{ id: 'a', geometry }] }]);
    expect(place.document.region('a')?.origin).toMatchObject({ kind: 'human', edited: true });
  });
});

describe('tools', () => {
  it('are those that the field’s labels can use', () => {
    expect(toolsFor(open(), startTools())).toEqual(['select', 'box', 'polygon', 'hole', 'pan']);
  });
  it('are only for looking where nothing may be changed', () => {
    const place = open();
    place.session.set({ readonly: true });
    expect(toolsFor(place, startTools())).toEqual(['select', 'pan']);
  });
  it('draw the active label, or else the first of their kind', () => {
    const place = open();
    expect(labelFor(place, 'box')?.id).toBe('object');
    place.session.set({ label: 'part' });
    expect(labelFor(place, 'box')?.id).toBe('part');
    expect(labelFor(place, 'polygon')?.id).toBe('area');
  });
  it('placed by key, every shape has a size', () => {
    expect(seed('box', [50, 40], 20, 0, image)).toEqual({ x: 40, y: 30, width: 20, height: 20 });
    expect(seed('keypoints', [50, 40], 20, 0, image)).toEqual({ points: [[50, 40, 2]] });
  });
});

describe('clipboard', () => {
  it('duplicates beside the original, as the person’s own, and selects the copy', () => {
    const place = open([region('a', 0, 0, 9, { origin: { kind: 'prediction' }, score: 0.5 })]);
    place.session.select(['a']);
    expect(duplicate(place, image, 4)).toBe(true);
    const [made] = place.session.selected;
    expect(made).toMatchObject({ geometry: { x: 4, y: 4 }, origin: { kind: 'human' } });
    expect(made).not.toHaveProperty('score');
  });
  it('carries marks over to the next image, to the same place', () => {
    const place = open([region('a', 7, 7, 9)]);
    place.session.select(['a']);
    copy(place);
    const next = open();
    expect(paste(next, image, 4)).toBe(true);
    expect(next.document.regions()).toMatchObject([{ geometry: { x: 7, y: 7 } }]);
  });
});
