/** What to call a task in a list: the beginning of its text, the file's name, or its number. */
import type { FieldType } from '../../core/ontology';
import type { MediaValue, Task } from '../../live/types';

const longest = 90;

export function titleOf(task: Pick<Task, 'id' | 'external_id' | 'data'>): string {
  for (const value of Object.values(task.data)) {
    const text = textOf(value);
    if (text?.trim()) return short(text);
    const name = isMedia(value) ? value.name : undefined;
    if (name) return short(name);
  }
  return task.external_id ?? task.id;
}
/** Of a text, or of HTML (which comes with the text that it is read as). */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const parts = value as { html?: unknown; text?: unknown } | null;
  const isHtml = typeof parts === 'object' && typeof parts?.html === 'string';
  return isHtml && typeof parts.text === 'string' ? parts.text : null;
}
export function thumbnailOf(task: Pick<Task, 'data'>): string | null {
  for (const value of Object.values(task.data)) {
    if (isMedia(value) && value.thumbnail) return value.thumbnail;
  }
  return null;
}
export const isMedia = (value: unknown): value is MediaValue =>
  typeof value === 'object' && value !== null && typeof (value as MediaValue).url === 'string';

/** Cut between characters, never inside one. */
function short(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const characters = [...line.slice(0, longest * 2 + 2)];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line;
}

/** How much of the stage each kind of field wants. */
const weights: Partial<Record<FieldType, number>> = {
  image: 3,
  video: 3,
  pointcloud: 3,
  text: 1.4,
  document: 3,
};
export const weightOf = (type: FieldType): number => weights[type] ?? 2;
