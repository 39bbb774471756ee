/** What to call a task in a list: the beginning of its text, the file's name, or its number. */
import type { FieldType } from '../../core/ontology';
import type { Task } from '../../live/types';
import { isMedia, measuresOf, wordsOf } from '../base/glimpse';

const longest = 90;

export function titleOf(task: Pick<Task, 'id' | 'external_id' | 'data'>): string {
  for (const value of Object.values(task.data)) {
    const text = wordsOf(value);
    if (text?.trim()) return short(text);
    const name = isMedia(value) ? value.name : undefined;
    if (name) return short(name);
  }
  return task.external_id ?? task.id;
}
/** How much of it there is, by its first field that can be counted: seconds, pages, points. */
export function measureOf(task: Pick<Task, 'data'>): string | null {
  for (const value of Object.values(task.data)) {
    const [first] = measuresOf(value);
    if (first) return first;
  }
  return null;
}
export function thumbnailOf(task: Pick<Task, 'data'>): string | null {
  for (const value of Object.values(task.data)) {
    if (isMedia(value) && value.thumbnail) return value.thumbnail;
  }
  return null;
}
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
