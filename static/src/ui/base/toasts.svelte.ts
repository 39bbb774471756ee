/** Short news at the corner of the screen; errors stay until read. */
import { problemText } from './problem';

export interface Toast {
  id: number;
  kind: 'info' | 'ok' | 'error';
  text: string;
  action?: { label: string; run: () => void } | undefined;
}
const STAYS_MS = 5000;

let last = 0;
export const toasts = $state<{ list: Toast[] }>({ list: [] });

export function toast(text: string, kind: Toast['kind'] = 'info', action?: Toast['action']): void {
  const id = ++last;
  toasts.list = [...toasts.list.slice(-3), { id, kind, text, action }];
  if (kind !== 'error') setTimeout(() => dismiss(id), action ? STAYS_MS * 2 : STAYS_MS);
}

export function toastError(problem: unknown): void {
  toast(problemText(problem), 'error');
}

export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((shown) => shown.id !== id);
}
