/** How a surface tells the page something worth a line: a key of its catalogue. */
export const noticeEvent = 'penumbra:notice';

export function notify(host: HTMLElement, key: string): void {
  host.dispatchEvent(new CustomEvent(noticeEvent, { detail: { key }, bubbles: true }));
}
