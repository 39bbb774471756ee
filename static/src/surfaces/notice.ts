/** How a surface tells the page something worth a line: a key of its catalogue, and its places. */
export const noticeEvent = 'penumbra:notice';

export function notify(
  host: HTMLElement,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): void {
  host.dispatchEvent(new CustomEvent(noticeEvent, { detail: { key, values }, bubbles: true }));
}
