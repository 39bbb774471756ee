/** Seconds as people read and type them. */

/** `1:02:03.045`: hours only where there are any, as many decimals as asked for. */
export function clock(seconds: number, decimals = 3): string {
  const sign = seconds < 0 ? '-' : '';
  const unit = 10 ** decimals;
  const units = Math.round(Math.abs(seconds) * unit);
  const whole = Math.floor(units / unit);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, '0');
  const part = decimals > 0 ? `.${String(units % unit).padStart(decimals, '0')}` : '';
  const head = hours ? `${hours}:${String(minutes).padStart(2, '0')}` : String(minutes);
  return `${sign}${head}:${rest}${part}`;
}

/** Reads `83.5`, `1:23.5`, `0:01:23,5`; null for anything else. */
export function parseClock(text: string): number | null {
  const parts = text.trim().replace(',', '.').split(':');
  if (parts.length > 3 || !parts.every((part, at) => readable(part, at === parts.length - 1)))
    return null;
  return parts.reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
const readable = (part: string, isLast: boolean): boolean =>
  (isLast ? /^\d+(\.\d*)?$|^\.\d+$/ : /^\d+$/).test(part);

/** To the microsecond: what a pointer or a sum of steps leaves behind is no precision. */
export const tidy = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
