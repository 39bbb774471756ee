/** Reads a file of columns (active_learning/projection/columns.py): typed arrays that are views of it. */
import type { Facts, Points } from './wire';

const MAGIC = 0x4c4f4350;
const KINDS = {
  float64: Float64Array,
  float32: Float32Array,
  uint16: Uint16Array,
  uint8: Uint8Array,
} as const;
type Kind = keyof typeof KINDS;

interface Head {
  columns: Record<string, { type: Kind; offset: number; length: number }>;
  [fact: string]: unknown;
}

function read(buffer: ArrayBuffer): Record<string, unknown> {
  const view = new DataView(buffer);
  if (buffer.byteLength < 8 || view.getUint32(0, true) !== MAGIC)
    throw new Error('This is no file of columns.');
  const length = view.getUint32(4, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, 8, length));
  const { columns, ...facts } = JSON.parse(text) as Head;
  const arrays = Object.entries(columns).map(([name, { type, offset, length: count }]) => [
    name,
    new KINDS[type](buffer, 8 + length + offset, count),
  ]);
  return { ...facts, ...Object.fromEntries(arrays) };
}

export const readPoints = (buffer: ArrayBuffer): Points => read(buffer) as unknown as Points;
export const readFacts = (buffer: ArrayBuffer): Facts => read(buffer) as unknown as Facts;
