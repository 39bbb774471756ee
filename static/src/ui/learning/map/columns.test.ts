import { expect, test } from 'vitest';
import { readPoints } from './columns';

/** As write_columns() does it. */
function file(head: object, columns: Record<string, [string, ArrayBufferView]>): ArrayBuffer {
  const places: Record<string, object> = {};
  let offset = 0;
  for (const [name, [type, array]] of Object.entries(columns)) {
    const size = array.byteLength;
    const width = { float64: 8, float32: 4, uint16: 2, uint8: 1 }[type] ?? 1;
    places[name] = { type, offset, length: size / width };
    offset += Math.ceil(size / 8) * 8;
  }
  let text = JSON.stringify({ ...head, columns: places });
  while ((text.length + 8) % 8) text += ' ';
  const bytes = new Uint8Array(8 + text.length + offset);
  bytes.set(new TextEncoder().encode('PCOL'));
  new DataView(bytes.buffer).setUint32(4, text.length, true);
  bytes.set(new TextEncoder().encode(text), 8);
  let at = 8 + text.length;
  for (const [, array] of Object.values(columns)) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += Math.ceil(array.byteLength / 8) * 8;
  }
  return bytes.buffer;
}

test('columns are views of the file, ids as exact as the server has them', () => {
  const buffer = file(
    { groups: 2 },
    {
      id: ['float64', new Float64Array([1, 2 ** 53 - 1, 5])],
      group: ['uint8', new Uint8Array([0, 1, 1])],
      x: ['float32', new Float32Array([0.5, -1, 2])],
      y: ['float32', new Float32Array([0, 1, 2])],
    },
  );
  const points = readPoints(buffer);
  expect(points.groups).toBe(2);
  expect([...points.id]).toEqual([1, 2 ** 53 - 1, 5]);
  expect([...points.x]).toEqual([0.5, -1, 2]);
  expect(points.group.buffer).toBe(buffer);
});

test('anything else is refused', () => {
  expect(() => readPoints(new TextEncoder().encode('{"detail": "no"}').buffer)).toThrow(
    'no file of columns',
  );
  expect(() => readPoints(new ArrayBuffer(2))).toThrow();
});
