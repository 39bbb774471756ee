/** A hint on hover or focus: `{@attach tooltip({ text, keys })}`; one bubble for the whole page. */
import type { Attachment } from 'svelte/attachments';
import { keyNames } from './keys';

export interface Hint {
  text: string;
  keys?: string | undefined;
  side?: 'top' | 'bottom' | 'right' | 'left';
}
const WAIT_MS = 350;
const GAP_PX = 8;

let bubble: HTMLElement | null = null;
let timer = 0;

export function tooltip(hint: Hint): Attachment<HTMLElement> {
  return (host) => {
    const show = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => open(host, hint), WAIT_MS);
    };
    const hide = () => {
      clearTimeout(timer);
      if (bubble?.matches(':popover-open')) bubble.hidePopover();
    };
    const focused = () => host.matches(':focus-visible') && show();
    const events: [string, () => void][] = [
      ['pointerenter', show],
      ['focus', focused],
      ['pointerleave', hide],
      ['blur', hide],
      ['pointerdown', hide],
    ];
    for (const [name, handler] of events) host.addEventListener(name, handler);
    return () => {
      hide();
      for (const [name, handler] of events) host.removeEventListener(name, handler);
    };
  };
}

function open(host: HTMLElement, hint: Hint): void {
  if (!host.isConnected || !hint.text) return;
  const shown = (bubble ??= makeBubble());
  // A modal dialog is above everything but its own children.
  (host.closest('dialog') ?? document.body).append(shown);
  shown.replaceChildren(hint.text, ...(hint.keys ? keyNames(hint.keys) : []).map(keyElement));
  shown.showPopover();
  place(shown, host.getBoundingClientRect(), hint.side ?? 'bottom');
}

function makeBubble(): HTMLElement {
  const made = document.createElement('div');
  made.popover = 'manual';
  made.className = 'tooltip';
  made.role = 'tooltip';
  return made;
}

function keyElement(name: string): HTMLElement {
  const key = document.createElement('kbd');
  key.textContent = name;
  return key;
}

function place(shown: HTMLElement, around: DOMRect, side: NonNullable<Hint['side']>): void {
  const { width, height } = shown.getBoundingClientRect();
  let left = around.left + (around.width - width) / 2;
  let top = around.top + (around.height - height) / 2;
  if (side === 'right') left = around.right + GAP_PX;
  if (side === 'left') left = around.left - width - GAP_PX;
  if (side === 'top') top = around.top - height - GAP_PX;
  if (side === 'bottom') top = around.bottom + GAP_PX;
  if (side === 'bottom' && top + height > innerHeight) top = around.top - height - GAP_PX;
  shown.style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - width - GAP_PX))}px`;
  shown.style.top = `${Math.max(GAP_PX, top)}px`;
}
