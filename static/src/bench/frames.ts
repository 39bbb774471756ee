/** Runs a step a frame and reports what the frames cost. */

export interface Stats {
  readonly n: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}
export interface Frames {
  /** From one frame to the next. */
  readonly interval_ms: Stats;
  readonly script_ms: Stats;
  /** Of all the browser's processes; null where the caller gave no `window.cpu`. */
  readonly cpu_ms_a_frame: number | null;
}
declare global {
  interface Window {
    cpu?: () => Promise<number>;
  }
}

export function stats(values: readonly number[]): Stats {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return Math.round(value * 100) / 100;
  };
  return { n: sorted.length, min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
const cpu = async (): Promise<number | null> => (await window.cpu?.()) ?? null;

export async function frames(count: number, step: (i: number) => void): Promise<Frames> {
  const [script, interval]: [number[], number[]] = [[], []];
  const before = await cpu();
  let last = await nextFrame();
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    step(i);
    script.push(performance.now() - started);
    const now = await nextFrame();
    interval.push(now - last);
    last = now;
  }
  await nextFrame();
  const after = await cpu();
  const spent = before === null || after === null ? null : (after - before) / count;
  return { interval_ms: stats(interval), script_ms: stats(script), cpu_ms_a_frame: spent };
}
