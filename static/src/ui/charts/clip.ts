/** Puts a table or a picture where the person can use it: the clipboard, or a file if it is closed to us. */
import { pictureBlob } from './picture';
import { toCsv, type Twin } from './twin';

export type Outcome = 'copied' | 'saved';

export async function copyCsv(twin: Twin, name: string): Promise<Outcome> {
  const csv = toCsv(twin);
  try {
    await navigator.clipboard.writeText(csv);
    return 'copied';
  } catch {
    save(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${fileName(name)}.csv`);
    return 'saved';
  }
}

export async function copyPng(svg: SVGSVGElement, name: string): Promise<Outcome> {
  const blob = await pictureBlob(svg);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    return 'copied';
  } catch {
    save(blob, `${fileName(name)}.png`);
    return 'saved';
  }
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

export function fileName(title: string): string {
  return (
    title
      .trim()
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'plot'
  );
}
