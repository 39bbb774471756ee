/** What a person dropped or chose, as paths and files; folders are walked. */
import { zip, type ZipEntry } from './zip';

/** Folders keep their names; what systems leave behind (.DS_Store, Thumbs.db, __MACOSX) is left out. */
const LITTER = /(^|\/)(\.[^/]+|Thumbs\.db|desktop\.ini|__MACOSX\/.*)$/i;

export async function readDrop(data: DataTransfer): Promise<ZipEntry[]> {
  const roots = [...data.items]
    .map((item) => item.webkitGetAsEntry?.())
    .filter((entry) => entry !== null && entry !== undefined);
  if (!roots.length) return fromFiles(data.files);
  return tidy((await Promise.all(roots.map(walk))).flat());
}

export function fromFiles(files: FileList | File[]): ZipEntry[] {
  return tidy(
    [...files].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file })),
  );
}

/** One file goes as it is; several go as one zip. */
export async function asUpload(
  entries: ZipEntry[],
  name: string,
  onfile: (done: number) => void,
): Promise<File> {
  const [only, second] = entries;
  if (only && !second && only.blob instanceof File) return only.blob;
  return new File([await zip(entries, onfile)], `${name}.zip`, { type: 'application/zip' });
}

function tidy(entries: ZipEntry[]): ZipEntry[] {
  return entries
    .filter((entry) => !LITTER.test(entry.path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function walk(entry: FileSystemEntry): Promise<ZipEntry[]> {
  if (isFile(entry)) {
    const blob = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), blob }];
  }
  const inside = await listFolder(entry as FileSystemDirectoryEntry);
  return (await Promise.all(inside.map(walk))).flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** readEntries gives a folder in parts, and an empty part at its end. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (!part.length) return all;
    all.push(...part);
  }
}
