/** What each command does on the annotate page, after the surface in use has had its say. */
import { act } from '../../core/acts';
import { mentionAfter, objectOf, objectsOf } from '../../core/objects';
import { findLabel, isAnswerLabel, type Label } from '../../core/ontology';
import { isSuggested } from '../../core/region';
import { proposedFrames } from '../../core/track';
import { isBlank, picked, questions } from './answers';
import { join, propose } from './joining';
import type { Sheet } from './sheet.svelte';
import { bringPrevious } from './previous';
import { explainEvent } from './saliency';
import { reopen, submit, undoSubmit } from './submitting';
import type { Workbench } from './workbench.svelte';

/** The page opens its text search itself. */
export const searchEvent = 'penumbra:search';

type Act = (bench: Workbench, sheet: Sheet) => boolean;

const opens =
  (dialog: Workbench['dialog']): Act =>
  (bench) => {
    bench.dialog = dialog;
    return true;
  };

const acts: { readonly [command: string]: Act } = {
  'task.submit': (bench) => submit(bench),
  'task.skip': (bench, sheet) =>
    sheet.mode === 'label' && bench.project.settings.allow_skip && opens('skip')(bench, sheet),
  'task.previous': (bench) => {
    const [last] = bench.history.done;
    if (last) void reopen(bench, last);
    return last !== undefined;
  },
  'task.undoSubmit': (bench) => {
    void undoSubmit(bench);
    return true;
  },
  'task.next': (bench, sheet) => {
    // A task once done may be left as it is; the one in hand is submitted or skipped.
    if (sheet.mode === 'label') return false;
    void bench.queue.advance();
    return true;
  },
  'task.comment': (_, sheet) => {
    const about = sheet.session.state.selection.length ? 'region-comment' : 'review-comment';
    const box = document.getElementById(about) ?? document.getElementById('review-comment');
    box?.focus();
    return box !== null;
  },
  'task.guidelines': opens('guidelines'),
  'task.explain': () =>
    document.dispatchEvent(new Event(explainEvent, { cancelable: true })) === false,
  'help.keys': opens('keys'),
  'text.search': () =>
    document.dispatchEvent(new CustomEvent(searchEvent, { cancelable: true })) === false,
  'edit.previousImage': bringPrevious,
  'edit.undo': (bench, sheet) => travel(bench, sheet, 'undo'),
  'edit.redo': (bench, sheet) => travel(bench, sheet, 'redo'),
  'edit.selectAll': (_, { session, regions }) => {
    session.select(regions.map(({ id }) => id));
    return true;
  },
  'track.nextProposed': (_, sheet) => {
    const on = sheet.regions.find((region) => proposedFrames(region).length)?.on;
    return on !== undefined && sheet.views.get(on)?.run('track.nextProposed') === true;
  },
  'object.propose': propose,
  'object.link': join,
  'object.nextMention': (_, sheet) => mention(sheet, 1),
  'object.previousMention': (_, sheet) => mention(sheet, -1),
  'region.next': (_, sheet) => step(sheet, 1),
  'region.previous': (_, sheet) => step(sheet, -1),
  'region.accept': (bench, sheet) => accept(bench, sheet),
  'region.acceptAll': (bench, sheet) => {
    const answered = acceptAnswers(bench, sheet);
    return act('region.acceptAll', sheet.session) || answered;
  },
  'region.reject': (_, sheet) => onSuggestion(sheet, 'region.reject'),
};

export function run(bench: Workbench, command: string): boolean {
  const sheet = bench.current;
  if (!sheet) return command === 'help.keys' && opens('keys')(bench, null as never);
  if (sheet.view?.run(command)) return true;
  return acts[command]?.(bench, sheet) || act(command, sheet.session);
}

/** A class was picked, by key or by click: an answer, or the class of a region. */
export function pick(bench: Workbench, labelId: string, classId: string): void {
  const sheet = bench.current;
  const label = findLabel(bench.ontology, labelId);
  if (!sheet || !label || sheet.session.state.readonly) return;
  if (isAnswerLabel(label)) {
    answer(bench, label, picked(label, sheet.document.answer(labelId), classId));
    return;
  }
  sheet.session.choose(labelId, classId);
  sheet.views.get(label.on)?.run('text.mark');
}
export function answer(
  bench: Workbench,
  label: Label,
  value: ReturnType<typeof picked> | undefined,
): void {
  const sheet = bench.current;
  if (!sheet || sheet.session.state.readonly) return;
  sheet.document.setAnswer(label.id, isBlank(value) ? undefined : value);
  if (bench.missing === label.id) bench.missing = null;
  if (bench.submitsOnAnswer && bench.sole?.id === label.id && sheet.mode === 'label')
    submit(bench, true);
}

/** Selected suggestions; with none selected the predicted answers; then the next suggestion. */
function accept(bench: Workbench, sheet: Sheet): boolean {
  if (sheet.session.selected.some(isSuggested)) return onSuggestion(sheet, 'region.accept');
  return acceptAnswers(bench, sheet) || nextSuggestion(sheet);
}
function onSuggestion(sheet: Sheet, command: string): boolean {
  if (!sheet.session.selected.some(isSuggested)) return nextSuggestion(sheet);
  const isDone = act(command, sheet.session);
  if (isDone) nextSuggestion(sheet);
  return isDone;
}
function nextSuggestion(sheet: Sheet): boolean {
  const [next] = sheet.suggestions.sort(inReadingOrder);
  if (!next) return false;
  sheet.session.select([next.id]);
  sheet.reveal(next.id);
  return true;
}
export function acceptAnswers(bench: Workbench, sheet: Sheet): boolean {
  if (sheet.session.state.readonly) return false;
  const open = questions(bench.ontology, sheet.document.toContent().answers)
    .filter(({ id }) => isBlank(sheet.document.answer(id)))
    .flatMap((label) => {
      const guess = sheet.guesses.get(label.id);
      return guess && !isBlank(guess.value) ? [{ label, value: guess.value! }] : [];
    });
  sheet.document.transact(() => {
    for (const { label, value } of open) sheet.document.setAnswer(label.id, value);
  });
  const [only] = open;
  if (only && bench.submitsOnAnswer && bench.sole?.id === only.label.id) submit(bench, true);
  return open.length > 0;
}

function travel(bench: Workbench, sheet: Sheet, way: 'undo' | 'redo'): boolean {
  const { document } = sheet;
  if (way === 'undo' ? !document.canUndo : !document.canRedo) return false;
  const { skipped } = document[way]();
  if (skipped.length) bench.say('annotate.undo_skipped', { count: skipped.length }, 'err');
  return true;
}

/** Through the regions as one reads them; past the last, Tab leaves the surface. */
function step(sheet: Sheet, by: 1 | -1): boolean {
  const ids = [...sheet.regions].sort(inReadingOrder).map(({ id }) => id);
  const at = ids.indexOf(sheet.session.state.selection.at(-1) ?? '');
  const next = ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : at + by];
  sheet.session.select(next === undefined ? [] : [next]);
  if (next === undefined) return false;
  sheet.reveal(next);
  return true;
}
/** From one region of an object to its next, in whatever field: along a coreference chain. */
function mention(sheet: Sheet, by: 1 | -1): boolean {
  const id = sheet.session.state.selection.at(-1);
  const object =
    id === undefined ? null : objectOf(objectsOf(sheet.session.ontology, sheet.document), id);
  const next = object && mentionAfter(object, id!, by, inReadingOrder);
  if (!next) return false;
  sheet.session.select([next.id]);
  sheet.reveal(next.id);
  return true;
}
export function inReadingOrder(
  a: Parameters<typeof place>[0],
  b: Parameters<typeof place>[0],
): number {
  return a.on === b.on ? place(a) - place(b) : 0;
}
/** On a page the boxes from top to bottom, then the spans. */
const place = ({ geometry }: { readonly on: string; readonly geometry: object }): number => {
  const start = 'start' in geometry ? Number(geometry.start) : null;
  if (!('page' in geometry)) return start ?? 0;
  const below = start === null && 'y' in geometry ? Number(geometry.y) : 1e5 + (start ?? 0);
  return Number(geometry.page) * 1e8 + below;
};
