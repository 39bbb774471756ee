/** What the server knows of a video: its table of times, and the addresses of its views. */
import type { Box } from '../../core/region';
import { isMedia, type FieldValue } from '../surface';
import type { Followed } from './following';

export interface VideoSource {
  /** When each frame appears, in seconds. */
  readonly times: Float64Array;
  readonly width: number;
  readonly height: number;
  readonly duration: number;
  /** What a player may be given, the best first. */
  readonly playing: readonly string[];
  frameUrl(n: number): string;
  stripUrl(count: number): string;
  /** Where a box of frame `from` is on the frames towards `to`. */
  follow(from: number, to: number, box: Box): Promise<Followed>;
}

/** In the server's words, where it has some: they tell what is wrong with the file. */
export async function fetchView(url: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(url, { credentials: 'same-origin', signal: signal ?? null });
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => ({}))) as { detail?: string; title?: string };
  throw new Error(problem.detail || problem.title || `${answer.status} ${answer.statusText}`);
}

async function followed(base: string, from: number, to: number, box: Box): Promise<Followed> {
  const place = Object.entries(box).map(([side, value]) => [side, value.toFixed(2)]);
  const query = new URLSearchParams([['frame', `${from}`], ['to', `${to}`], ...place]);
  return (await fetchView(`${base}/follow?${query}`)).json() as Promise<Followed>;
}

const kept = new Map<string, Promise<VideoSource>>();
const keep = 4;

/** Fetches the table of times, once; the last few stay. */
export function openSource(value: FieldValue): Promise<VideoSource> {
  if (!isMedia(value) || !value.base) return Promise.reject(new Error(String(value)));
  const { base } = value;
  const known = kept.get(base);
  if (known) return known;
  const opened = fetchView(`${base}/index`)
    .then((answer) => answer.arrayBuffer())
    .then((data): VideoSource => ({
      times: new Float64Array(data),
      width: value.width ?? 1,
      height: value.height ?? 1,
      duration: value.duration ?? 0,
      playing: [
        ...(value.facts?.is_playable && value.original ? [value.original] : []),
        `${base}/video`,
      ],
      frameUrl: (n) => `${base}/frame?n=${n}`,
      stripUrl: (count) => `${base}/strip?count=${count}`,
      follow: (from, to, box) => followed(base, from, to, box),
    }));
  opened.catch(() => kept.delete(base));
  kept.set(base, opened);
  const [oldest] = kept.keys();
  if (kept.size > keep && oldest !== undefined) kept.delete(oldest);
  return opened;
}
