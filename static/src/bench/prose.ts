/**
 * The browser bench of the text surface: `window.bench` opens a long text with many spans and
 * measures what a person feels. Driven by the benchmark runner, never loaded by the product.
 */
import '../style.css';
import { AnnotationDocument } from '../core/document';
import type { Ontology } from '../core/ontology';
import type { Region } from '../core/region';
import { Session } from '../core/session';
import { prose } from '../surfaces/prose';
import type { ProseView } from '../surfaces/prose/view';

const ontology: Ontology = {
  fields: { text: { type: 'text' } },
  labels: [
    {
      id: 'mention',
      on: 'text',
      kind: 'span',
      classes: ['person', 'place', 'company', 'product', 'date'].map((id) => ({ id })),
    },
  ],
  relations: [{ id: 'of', from: 'mention', to: 'mention', directed: true }],
};
const vocabulary =
  'the model reads a long report about rivers and towns while Ann Lee of Acme waits in Oslo for 北京 to answer'.split(
    ' ',
  );

/** The same every time: a linear congruential generator. */
function* randoms(seed: number): Generator<number> {
  for (let state = seed; ;) yield (state = (state * 48271) % 2147483647) / 2147483647;
}

function makeText(length: number): string {
  const random = randoms(7);
  const next = (): number => random.next().value as number;
  let text = '';
  while (text.length < length) {
    const words = 60 + Math.floor(next() * 60);
    const line = Array.from(
      { length: words },
      () => vocabulary[Math.floor(next() * vocabulary.length)],
    );
    text += `${line.join(' ')}.\r\n`;
  }
  return text.slice(0, length);
}
function makeRegions(text: string, count: number): Region[] {
  const random = randoms(11);
  const next = (): number => random.next().value as number;
  const classes = ontology.labels[0]!.classes!;
  return Array.from({ length: count }, (_, i) => {
    const start = Math.floor(next() * (text.length - 60));
    return {
      id: `r${i}`,
      label: 'mention',
      on: 'text',
      class: classes[i % classes.length]!.id,
      geometry: { start, end: start + 4 + Math.floor(next() * 40) },
      attributes: {},
      origin: { kind: i % 5 ? 'human' : 'prediction' },
      score: next(),
    };
  });
}
interface Intervals {
  median_ms: number;
  p95_ms: number;
  worst_ms: number;
}
const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

export interface ProseBench {
  /** Milliseconds to open, to the second frame, and the elements it took. */
  open(
    length: number,
    spans: number,
  ): Promise<{ open_ms: number; painted_ms: number; elements: number }>;
  /** The intervals between frames while a wheel turns, by so much at each of them. */
  wheel(frames: number, by_px: number): Promise<Intervals>;
  /** The same while every frame leaps to another place, through the whole text. */
  leap(frames: number): Promise<Intervals>;
  /** Milliseconds of script, and to the next frame, for adding one span. */
  add(): Promise<{ script_ms: number; painted_ms: number }>;
  select(count: number): Promise<{ median_ms: number; worst_ms: number }>;
}

let view: ProseView;
let session: Session;
let content: AnnotationDocument;

const bench: ProseBench = {
  async open(length, spans) {
    const value = makeText(length);
    content = new AnnotationDocument({
      regions: makeRegions(value, spans),
      relations: [],
      answers: {},
    });
    session = new Session(content, ontology);
    const host = document.createElement('div');
    host.style.cssText = 'position: fixed; inset: 0';
    document.body.replaceChildren(host);
    const began = performance.now();
    const place = {
      host,
      field: 'text',
      value,
      task: null,
      document: content,
      session,
      ontology,
      t: (key: string) => key,
    };
    view = (await prose.open(place)) as ProseView;
    const open_ms = performance.now() - began;
    await frame();
    await frame();
    const elements = host.querySelectorAll('*').length;
    return { open_ms, painted_ms: performance.now() - began, elements };
  },
  wheel: scrolled,
  leap: (frames) => {
    const { scrollHeight, clientHeight } = scroller();
    return scrolled(frames, (scrollHeight - clientHeight) / frames);
  },
  async add() {
    session.set({ label: 'mention', class: 'person' });
    await frame();
    const from = view.painter.marks[0]?.to ?? 0;
    const began = performance.now();
    view.mark({ from, to: from + 12 });
    const script_ms = performance.now() - began;
    await frame();
    await frame();
    return { script_ms, painted_ms: performance.now() - began };
  },
  async select(count) {
    const times: number[] = [];
    for (const mark of [...view.painter.marks].slice(0, count)) {
      const began = performance.now();
      session.select([mark.id]);
      await frame();
      await frame();
      times.push(performance.now() - began);
    }
    return { median_ms: quantile(times, 0.5), worst_ms: Math.max(...times) };
  },
};

const scroller = (): Element => document.querySelector('.prose-surface')!;

async function scrolled(frames: number, by_px: number): Promise<Intervals> {
  const intervals: number[] = [];
  let last = await frame();
  for (let i = 0; i < frames; i++) {
    scroller().scrollTop = i * by_px;
    const now = await frame();
    intervals.push(now - last);
    last = now;
  }
  return {
    median_ms: quantile(intervals, 0.5),
    p95_ms: quantile(intervals, 0.95),
    worst_ms: Math.max(...intervals),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

declare global {
  interface Window {
    bench?: unknown;
  }
}
window.bench = bench;
