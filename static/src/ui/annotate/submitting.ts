/** Submitting, skipping, reviewing, and taking it back: optimistic, through the outbox. */
import type { Content } from '../../core/region';
import { proposedIn } from '../../core/track';
import { newKey } from '../../live/api';
import type { Unsent } from '../../live/outbox';
import { lacks, pruned } from './answers';
import { toSend } from './content';
import type { Done } from './history.svelte';
import type { Sheet } from './sheet.svelte';
import { titleOf } from './titles';
import type { Workbench } from './workbench.svelte';

/** A second click or Enter that was meant for the last task must not submit the next. */
const settle_ms = 350;

type Outgoing = Pick<Unsent, 'kind' | 'method' | 'path' | 'body'> & { ifMatch?: number };

/** `isQuick`: by the key that also answered, which cannot be pressed twice by mistake. */
export function submit(bench: Workbench, isQuick = false): boolean {
  const sheet = bench.current;
  if (!sheet?.edits || sheet.isDone) return false;
  if (bench.actedAt < sheet.shownAt + (isQuick ? 0 : settle_ms)) return true;
  if (refusesToSubmit(bench, sheet)) return true;
  const { content, left } = toSend(sheet.document.toContent());
  post(bench, sheet, 'submitted', annotation(bench, sheet, content));
  const unconfirmed = proposedIn(content.regions);
  if (left) bench.say('annotate.submitted_without', { count: left });
  else if (unconfirmed) bench.say('annotate.submitted_followed', { count: unconfirmed });
  else bench.say(sheet.mode === 'revise' ? 'annotate.revised' : 'annotate.submitted');
  return true;
}

export function skip(bench: Workbench, reason: string): void {
  const sheet = bench.current;
  if (!sheet || sheet.mode !== 'label' || sheet.isDone) return;
  const path = `/api/tasks/${sheet.task.id}/skip/`;
  post(bench, sheet, 'skipped', { kind: 'skip', method: 'POST', path, body: { reason } });
  bench.say('annotate.skipped');
}

export async function review(bench: Workbench, verdict: 'accept' | 'reject'): Promise<void> {
  const sheet = bench.current;
  const annotation = sheet?.reviewed;
  if (!sheet || !annotation) return;
  const isFixed = verdict === 'accept' && sheet.isFixed;
  const body = {
    verdict: isFixed ? ('fix' as const) : verdict,
    comment: sheet.comment.trim(),
    ...(isFixed ? toSend(sheet.document.toContent()).content : {}),
  };
  const path = `/api/annotations/${annotation.id}/reviews/`;
  const sending = send(bench, sheet, newKey(), { kind: 'review', method: 'POST', path, body });
  sheet.judged(body.verdict);
  await sending;
  bench.say(`annotate.review.did_${body.verdict}`, {
    name: annotation.annotator.name || annotation.annotator.username,
  });
}

/** Goes back to a task done before: out of the outbox while it is there, else from the server. */
export async function reopen(bench: Workbench, done: Done): Promise<void> {
  const item = done.key === undefined ? null : await bench.outbox.take(done.key);
  const taken = done.key === undefined ? undefined : bench.history.taken(done.key);
  if (item && taken) {
    bench.history.remove(done.task);
    bench.give(done.task, taken);
    bench.queue.show(taken.work);
    return;
  }
  if (item) await bench.outbox.add(item);
  await bench.queue.openTask(done.task);
}
export async function undoSubmit(bench: Workbench): Promise<boolean> {
  const [last] = bench.history.done;
  if (!last) return false;
  await reopen(bench, last);
  return true;
}
/** Opens the task of a refused submit with the work that was refused. */
export async function reopenRefused(bench: Workbench, item: Unsent): Promise<void> {
  const { regions, relations, answers } = item.body as Content;
  const current = item.refusal?.current as { revision?: number } | undefined;
  bench.give(item.task, {
    content: { regions, relations, answers },
    revision: current?.revision ?? 0,
  });
  await bench.queue.openTask(item.task);
  if (bench.current?.task.id === item.task) await bench.outbox.discard(item.key);
}

function refusesToSubmit(bench: Workbench, sheet: Sheet): boolean {
  const { allow_empty } = bench.project.settings;
  const [lack] = lacks(bench.ontology, toSend(sheet.document.toContent()).content, allow_empty);
  if (!lack) return false;
  if (lack.kind === 'nothing') {
    const hint = sheet.suggestions.length ? 'nothing_confirmed' : 'nothing';
    bench.say(`annotate.lack.${hint}`, {}, 'err');
  } else {
    bench.missing = lack.label.id;
    bench.say(`annotate.lack.${lack.kind}`, { name: lack.label.name ?? lack.label.id }, 'err');
  }
  return true;
}

function annotation(bench: Workbench, sheet: Sheet, content: Content): Outgoing {
  const { work, own, watch, autosave } = sheet;
  const body = {
    regions: content.regions,
    relations: content.relations,
    answers: pruned(bench.ontology, content.answers),
    lead_time: Math.round(watch.seconds * 10) / 10,
  };
  if (own)
    return {
      kind: 'revise',
      method: 'PATCH',
      path: `/api/annotations/${own.id}/`,
      body,
      ifMatch: own.revision,
    };
  const path = `/api/tasks/${work.task.id}/annotations/`;
  // While a save is under way the revision is about to change, so it is left out.
  const draft = autosave.isSaving ? {} : { draft_revision: autosave.revision };
  return {
    kind: 'submit',
    method: 'POST',
    path,
    body: { ...body, lease: work.lease?.id ?? null, ...draft },
  };
}

/** The next task is on the screen before this one has left. */
function post(bench: Workbench, sheet: Sheet, how: Done['how'], outgoing: Outgoing): void {
  const key = newKey();
  const { task } = sheet;
  const content = sheet.document.toContent();
  sheet.isDone = true;
  bench.ending.set(task.id, sheet.autosave.stop());
  bench.history.add(
    { task: task.id, title: titleOf(task), at: Date.now(), how, key },
    { work: sheet.work, content, revision: sheet.autosave.revision },
  );
  void send(bench, sheet, key, outgoing);
  void bench.queue.advance();
}

function send(bench: Workbench, { task }: Sheet, key: string, outgoing: Outgoing): Promise<void> {
  return bench.outbox.add({
    key,
    user: bench.me.id,
    project: bench.project.id,
    task: task.id,
    title: titleOf(task),
    ...outgoing,
  });
}
