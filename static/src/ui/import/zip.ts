/**
 * Several files become one upload: a zip made here, stored without compression. File contents stay on disk
 * as Blobs; only one file at a time is in memory, for its checksum.
 * Layout: PKWARE APPNOTE 6.3.10, 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (end).
 */
export interface ZipEntry {
  path: string;
  blob: Blob;
}

const MAX_BYTES = 0xffffffff;
const MAX_ENTRIES = 0xffff;
/** General purpose bit 11: names are UTF-8. */
const UTF8 = 0x0800;
const VERSION = 20;
/** 1 January 1980: what matters is in the files, not in when they were zipped. */
const DATE = 0x21;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** `onfile` is told after each file; throws RangeError when it would need the 64-bit form. */
export async function zip(
  entries: ZipEntry[],
  onfile: (done: number) => void = () => {},
): Promise<Blob> {
  if (entries.length > MAX_ENTRIES) throw new RangeError(String(entries.length));
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [done, { path, blob }] of entries.entries()) {
    const name = new TextEncoder().encode(path);
    const crc = crc32(new Uint8Array(await blob.arrayBuffer()));
    const local = header(
      0x04034b50,
      [VERSION, UTF8, 0, 0, DATE],
      [crc, blob.size, blob.size],
      [name.length, 0],
    );
    parts.push(local, name, blob);
    directory.push(
      join(
        header(
          0x02014b50,
          [VERSION, VERSION, UTF8, 0, 0, DATE],
          [crc, blob.size, blob.size],
          [name.length, 0, 0, 0, 0],
          [0, offset],
        ),
        name,
      ),
    );
    offset += local.length + name.length + blob.size;
    if (offset > MAX_BYTES) throw new RangeError(String(offset));
    onfile(done + 1);
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = header(0x06054b50, [0, 0, entries.length, entries.length], [size, offset], [0]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

/** Alternating runs of 16-bit and 32-bit numbers after the signature, little-endian. */
function header(signature: number, ...runs: number[][]): Uint8Array<ArrayBuffer> {
  const size = 4 + runs.reduce((sum, run, at) => sum + run.length * (at % 2 ? 4 : 2), 0);
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(0, signature, true);
  let at = 4;
  runs.forEach((run, place) => {
    for (const value of run) {
      if (place % 2) view.setUint32(at, value, true);
      else view.setUint16(at, value, true);
      at += place % 2 ? 4 : 2;
    }
  });
  return new Uint8Array(view.buffer);
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}
