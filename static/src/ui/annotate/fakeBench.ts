/** A workbench for tests: real sheets and documents, an outbox and a queue that only remember. */
import { keymapOf } from '../../core/keymap';
import { classKeys, type Ontology } from '../../core/ontology';
import type { Unsent } from '../../live/outbox';
import type { Work } from '../../live/types';
import { ratingKeys, soleChoice } from './answers';
import { Sheet } from './sheet.svelte';
import type { Workbench } from './workbench.svelte';

export interface FakeBench extends Workbench {
  readonly sent: Unsent[];
  readonly said: string[];
  readonly advanced: { count: number };
}

export function workOn(id: string, more: Partial<Work> = {}): Work {
  const task = { id, external_id: null, data: { text: `text ${id}` } };
  const lease = { id: `lease-${id}`, expires_at: '' };
  const work = {
    task,
    lease,
    predictions: [],
    draft: null,
    annotations: [],
    why: null,
    learning: null,
  };
  return { ...work, ...more } as unknown as Work;
}

export function fakeBench(ontology: Ontology, work: Work, settings: object = {}): FakeBench {
  const sent: Unsent[] = [];
  const said: string[] = [];
  const advanced = { count: 0 };
  const done: { task: string; key?: string }[] = [];
  const bench = {
    ontology,
    project: { id: '1', settings: { allow_empty: false, allow_skip: true, ...settings } },
    me: { id: 'me' },
    current: null as Sheet | null,
    keymap: keymapOf(),
    classKeys: classKeys(ontology),
    ratingKeys: ratingKeys(ontology, classKeys(ontology)),
    sole: soleChoice(ontology),
    submitsOnAnswer: soleChoice(ontology) !== null,
    actedAt: 10_000,
    missing: null as string | null,
    dialog: null,
    ending: new Map(),
    sent,
    said,
    advanced,
    say: (key: string) => said.push(key),
    outbox: { add: async (item: Unsent) => void sent.push(item) },
    history: {
      done,
      add: (one: { task: string }) => void done.unshift(one),
      taken: () => undefined,
    },
    queue: { advance: async () => void advanced.count++ },
  };
  bench.current = new Sheet(work, {
    ontology,
    me: 'me',
    prelabel: true,
    veils: 'reveal' in settings && settings.reveal === 'after',
    reviews: false,
    asked: false,
    ports: (sheet) => ({
      read: () => sheet.draft(),
      send: async (_, revision) => ({ revision: revision + 1 }),
      keep: async () => true,
      forget: async () => undefined,
    }),
  });
  bench.current.shownAt = 0;
  return bench as unknown as FakeBench;
}
