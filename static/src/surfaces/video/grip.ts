/** The edge between picture and time line: pulled, or moved by arrow keys. */

/** Says how high the time line is, and how high it can be, in screen pixels. */
export type Said = (height: number, most: number) => void;

/** `pulled`: how much higher the time line is to be. */
export function makeGrip(host: HTMLElement, label: string, pulled: (by: number) => void): Said {
  const grip = document.createElement('div');
  grip.className = 'video-grip';
  grip.tabIndex = 0;
  grip.setAttribute('role', 'separator');
  grip.setAttribute('aria-orientation', 'horizontal');
  grip.setAttribute('aria-label', label);
  let last: number | null = null;
  grip.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    last = event.clientY;
  });
  grip.addEventListener('pointermove', (event) => {
    if (last === null) return;
    pulled(last - event.clientY);
    last = event.clientY;
  });
  const end = (): void => void (last = null);
  grip.addEventListener('pointerup', end);
  grip.addEventListener('pointercancel', end);
  grip.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 22, ArrowDown: -22 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    pulled(by);
  });
  host.append(grip);
  return (height, most) => {
    grip.setAttribute('aria-valuenow', String(height));
    grip.setAttribute('aria-valuemax', String(most));
  };
}
