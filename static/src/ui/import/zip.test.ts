import { expect, test } from 'vitest';
import { crc32, zip } from './zip';

test('the checksum is the standard one', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

test('the archive has each file stored whole, and a directory that finds it', async () => {
  const done: number[] = [];
  const archive = await zip(
    [
      { path: 'photos/红.txt', blob: new Blob(['hello']) },
      { path: 'b.txt', blob: new Blob(['']) },
    ],
    (n) => done.push(n),
  );
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  expect(view.getUint16(end + 10, true)).toBe(2);
  const central = view.getUint32(end + 16, true);
  expect(view.getUint32(central, true)).toBe(0x02014b50);
  expect(view.getUint32(central + 16, true)).toBe(crc32(new TextEncoder().encode('hello')));
  const nameLength = view.getUint16(central + 28, true);
  expect(new TextDecoder().decode(bytes.slice(central + 46, central + 46 + nameLength))).toBe(
    'photos/红.txt',
  );
  const local = view.getUint32(central + 42, true);
  expect(view.getUint32(local, true)).toBe(0x04034b50);
  expect(
    new TextDecoder().decode(bytes.slice(local + 30 + nameLength, local + 30 + nameLength + 5)),
  ).toBe('hello');
  expect(done).toEqual([1, 2]);
});
