import { expect, test } from 'vitest';
import { regionKinds } from '../../core/ontology';
import { kindsFor, marksRegions, shapesOn } from './kinds';

const TYPES = [
  'text',
  'image',
  'audio',
  'video',
  'pointcloud',
  'timeseries',
  'document',
  'table',
  'dialogue',
  'html',
  'geo',
  'volume',
] as const;

test('every type of field has a mark of its own, and every mark a field', () => {
  for (const type of TYPES) expect(kindsFor(type).some(marksRegions)).toBe(true);
  expect(new Set(TYPES.flatMap((type) => kindsFor(type).filter(marksRegions)))).toEqual(
    new Set(regionKinds),
  );
});

test('no kind is offered twice', () => {
  for (const type of TYPES) expect(new Set(kindsFor(type)).size).toBe(kindsFor(type).length);
});

test('tracks follow cuboids in space and outlines in pictures', () => {
  expect(shapesOn('pointcloud')).toEqual(['cuboid']);
  expect(shapesOn('video')[0]).toBe('box');
});
