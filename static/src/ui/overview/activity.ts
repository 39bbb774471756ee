/** The event log as a person would tell it: who did what, runs of the same deed in one line. */
import type { LiveEvent } from '../../live/socket';

export interface Deed {
  readonly key: string;
  /** The word for it, under `overview.deed`. */
  readonly what: string;
  readonly who: string | null;
  readonly count: number;
  readonly at: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly task: string | null;
}

export function nameOfActor(actor: unknown): string | null {
  if (typeof actor === 'string') return actor;
  if (typeof actor !== 'object' || actor === null) return null;
  const { name, username } = actor as { name?: unknown; username?: unknown };
  return (
    [name, username].find((one): one is string => typeof one === 'string' && one !== '') ?? null
  );
}

/** Newest first; presence, leases and counters are not deeds. */
export function deeds(events: readonly LiveEvent[]): Deed[] {
  const told: Deed[] = [];
  for (const event of events.toSorted(
    (a, b) => b.at.localeCompare(a.at) || (b.id ?? 0) - (a.id ?? 0),
  )) {
    const deed = deedOf(event);
    if (!deed) continue;
    const last = told.at(-1);
    if (last && last.what === deed.what && last.who === deed.who && RUNS.has(deed.what))
      told[told.length - 1] = { ...last, count: last.count + 1, task: null };
    else told.push(deed);
  }
  return told;
}

const RUNS = new Set(['labelled', 'reviewed', 'skipped']);

const ANNOTATION: Readonly<Record<string, string>> = { submitted: 'labelled', skipped: 'skipped' };

function deedOf({ id, type, at, actor, data }: LiveEvent): Deed | null {
  const make = (what: string, values: Deed['values'] = {}): Deed => ({
    key: `${id ?? at}`,
    what,
    who: nameOfActor(actor),
    count: 1,
    at,
    values,
    task: typeof data.task === 'string' ? data.task : null,
  });
  switch (type) {
    case 'annotation':
      return make(ANNOTATION[String(data.state ?? 'submitted')] ?? 'reviewed');
    case 'tasks':
      return make('changed_tasks', { affected: Number(data.affected ?? 0) });
    case 'member':
      return make(data.role ? 'member' : 'member_left', {
        member: String(data.username ?? ''),
        role: String(data.role ?? ''),
      });
    case 'project':
      return data.created ? make('created') : null;
    case 'import':
      return make('imported', { created: Number(data.created ?? 0) });
    case 'model_version':
      return make(typeof data.accuracy === 'number' ? 'learned' : 'learned_unmeasured', {
        number: Number(data.number ?? 0),
        labels: Number(data.labels ?? 0),
        accuracy: Number(data.accuracy ?? 0),
      });
    case 'ontology':
      return make('changed_ontology', { version: Number(data.version ?? 0) });
    default:
      return null;
  }
}
