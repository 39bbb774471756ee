import { describe, expect, it } from 'vitest';
import { areaOf, isPlaneRegion, kindOf } from '../../core/geometry';
import { AnnotationDocument } from '../../core/document';
import type { Ontology } from '../../core/ontology';
import type { PlaneGeometry, Region } from '../../core/region';
import { Session } from '../../core/session';
import { regionMarks, type PlanePlace } from './marks';
import { convert, joinSelected } from './shapes';
import { Simplifier } from './simplifier';

const classes = [{ id: 'lake' }, { id: 'wood' }];
const ontology: Ontology = {
  fields: { photo: { type: 'image' } },
  labels: [
    { id: 'outline', on: 'photo', kind: 'polygon', classes },
    { id: 'area', on: 'photo', kind: 'mask', classes },
  ],
};
const image = { width: 30, height: 20 };
const square = (x: number): PlaneGeometry => ({
  rings: [
    [
      [x, 2],
      [x + 10, 2],
      [x + 10, 12],
      [x, 12],
    ],
  ],
});
function placeWith(...geometries: PlaneGeometry[]): PlanePlace {
  const document = new AnnotationDocument();
  const session = new Session(document, ontology);
  document.putRegions(
    ...geometries.map((geometry, i): Region => {
      const id = `r${i}`;
      const origin = { kind: 'human' } as const;
      return { id, label: 'outline', on: 'photo', class: 'wood', geometry, attributes: {}, origin };
    }),
  );
  session.select(geometries.map((_, i) => `r${i}`));
  const given = { field: 'photo', document, session, ontology } as unknown as PlanePlace;
  return { ...given, marks: regionMarks(given) };
}
const shapes = ({ document }: PlanePlace) =>
  document.regions('photo').flatMap((region) => (isPlaneRegion(region) ? [region] : []));

describe('convert', () => {
  it('turns a polygon into a mask of the same class, and back into the same polygon', () => {
    const place = placeWith(square(3));
    expect(convert(place, image)).toBe(true);
    const [mask] = shapes(place);
    expect([mask?.label, mask?.class, kindOf(mask!.geometry)]).toEqual(['area', 'wood', 'mask']);
    expect(areaOf(mask!.geometry)).toBe(100);
    convert(place, image);
    const [back] = shapes(place);
    expect([back?.label, areaOf(back!.geometry)]).toEqual(['outline', 100]);
  });
  it('is nothing to do without a selection', () => {
    const place = placeWith(square(3));
    place.session.select([]);
    expect(convert(place, image)).toBe(false);
  });
});

describe('join', () => {
  it('leaves the first, as large as both, in one undo step', () => {
    const place = placeWith(square(0), square(10));
    expect(joinSelected(place)).toBe(true);
    expect(shapes(place).map(({ id, geometry }) => [id, Math.round(areaOf(geometry))])).toEqual([
      ['r0', 200],
    ]);
    place.document.undo();
    expect(shapes(place)).toHaveLength(2);
  });
  it('needs two', () => {
    expect(joinSelected(placeWith(square(0)))).toBe(false);
  });
});

describe('simplify', () => {
  const wavy: PlaneGeometry = {
    points: Array.from({ length: 25 }, (_, x) => [x, x % 2 ? 0.9 : 0] as const),
  };
  const count = (place: PlanePlace): number =>
    (shapes(place)[0]!.geometry as { points: unknown[] }).points.length;

  it('goes on from step to step and back, as one undo step', () => {
    const place = placeWith(wavy);
    const simplifier = new Simplifier(place, () => 1);
    expect(simplifier.by(-1)).toBe(false);
    simplifier.by(1);
    expect(count(place)).toBe(25);
    simplifier.by(1);
    expect(count(place)).toBe(2);
    simplifier.by(-1);
    expect(count(place)).toBe(25);
    simplifier.by(1);
    simplifier.end();
    expect(count(place)).toBe(2);
    place.document.undo();
    expect(count(place)).toBe(25);
  });
});
