/** How a key is written for a person: "$mod+Shift+z" → ["Ctrl", "Shift", "Z"], or the signs of a Mac. */

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const MAC: Record<string, string> = { $mod: '⌘', Control: '⌃', Shift: '⇧', Alt: '⌥', Meta: '⌘' };
const PLAIN: Record<string, string> = { $mod: 'Ctrl', Control: 'Ctrl', Meta: 'Win' };
const SIGNS: Record<string, string> = {
  Enter: '↵',
  Escape: 'Esc',
  Backspace: '⌫',
  Delete: 'Del',
  Space: 'Space',
  ' ': 'Space',
  Tab: '⇥',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

export function keyNames(keys: string): string[] {
  const modifiers = isMac ? MAC : PLAIN;
  return keys
    .split(/\+(?=.)/)
    .map(
      (key) =>
        modifiers[key] ??
        SIGNS[key] ??
        (key.length === 1 ? key.toUpperCase() : key.replace(/^(Key|Digit)/, '')),
    );
}

/** Whether a keystroke is meant for a field the person is typing in. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'range', 'button', 'submit', 'color'].includes(target.type)
  );
}
