import { expect, test } from 'vitest';
import { fit, pan, pointSide, toPlane, toScreen, zoom } from './camera';

const size = { width: 800, height: 600 };
const x = new Float32Array([-2, 2, 0]);
const y = new Float32Array([-1, 1, 0]);
const fitted = fit(x, y, size);

test('everything fits, with a margin', () => {
  for (let i = 0; i < x.length; i++) {
    const at = toScreen(fitted, size, { x: x[i]!, y: y[i]! });
    expect(at.x).toBeGreaterThan(20);
    expect(at.x).toBeLessThan(size.width - 20);
    expect(at.y).toBeGreaterThan(20);
  }
});

test('one point, and none, are seen too', () => {
  expect(fit(new Float32Array([3]), new Float32Array([4]), size)).toMatchObject({ x: 3, y: 4 });
  expect(fit(new Float32Array(), new Float32Array(), size).scale).toBe(1);
});

test('the plane and the screen are each other’s inverse', () => {
  const at = toPlane(fitted, size, { x: 123, y: 456 });
  const back = toScreen(fitted, size, at);
  expect(back.x).toBeCloseTo(123);
  expect(back.y).toBeCloseTo(456);
});

test('zooming keeps what is under the pointer, within bounds', () => {
  const at = { x: 200, y: 100 };
  const under = toPlane(fitted, size, at);
  const near = zoom(fitted, size, at, 3, fitted);
  expect(toPlane(near, size, at).x).toBeCloseTo(under.x);
  expect(zoom(fitted, size, at, 1e9, fitted).scale).toBe(fitted.scale * 400);
  expect(zoom(fitted, size, at, 1e-9, fitted).scale).toBe(fitted.scale * 0.4);
});

test('panning moves by pixels', () => {
  const moved = pan(fitted, 10, -20);
  const at = toScreen(moved, size, { x: 0, y: 0 });
  expect(at.x).toBeCloseTo(size.width / 2 + 10);
  expect(at.y).toBeCloseTo(size.height / 2 - 20);
});

test('points grow as one comes near and shrink in a crowd', () => {
  const near = { ...fitted, scale: fitted.scale * 4 };
  expect(pointSide(near, fitted, 1000, size)).toBeGreaterThan(
    pointSide(fitted, fitted, 1000, size),
  );
  expect(pointSide(fitted, fitted, 1e6, size)).toBeLessThan(pointSide(fitted, fitted, 100, size));
});
