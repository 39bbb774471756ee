/** From a key press to what it means here: commands, classes, points of a rating. */
import type { Scope } from '../../core/commands';
import { classesFor, commandsFor } from '../../core/keymap';
import { findLabel, type ClassKey } from '../../core/ontology';
import { isTyping } from '../base/keys';
import { answer, pick, run } from './acting';
import { classShown } from './sides';
import type { Workbench } from './workbench.svelte';

const bare = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && !event.altKey;

/** Held down, only these repeat: an answer or a submit counts once. */
const repeats =
  /^(caret|frame|span|timeline|view|turn)\.|^region\.(next|previous|left|right|up|down|narrower|wider|shorter|taller|turnLeft|turnRight)|^edit\.(undo|redo)|^tool\.(smaller|larger)|^(audio|series)\.(left|right|end|start|page|zoom|back|on|louder|quieter)|^space\.(forward|backward|left|right|raise|lower|longer|shorter|wider|narrower|taller|flatter|turn|pitch|roll|in|out|smaller|larger|nextFrame|previousFrame)|^table\.(left|right|up|down|page|extend|narrower|wider)|^pages\.(move|extend|end|start|next|previous|zoom)/;

export function press(bench: Workbench, event: KeyboardEvent): void {
  bench.actedAt = event.timeStamp;
  if (event.defaultPrevented || event.isComposing || bench.dialog !== null || inDialog(event))
    return;
  const typing = isTyping(event);
  if (bare(event) && (typing || isNative(event))) return;
  if (!typing && bench.current?.proposals.press(event, bench.keymap)) return event.preventDefault();
  const scopes: Scope[] = [...(bench.current?.view?.scopes ?? []), 'task', 'page'];
  if (!typing && pickByKey(bench, event)) return event.preventDefault();
  for (const id of commandsFor(event, bench.keymap, scopes)) {
    if (typing && !bench.keymap.get(id)?.command.typing) continue;
    if (event.repeat && !repeats.test(id)) return event.preventDefault();
    if (run(bench, id)) return event.preventDefault();
  }
}

/** The ontology's own keys go first: they are what the palette shows. */
function pickByKey(bench: Workbench, event: KeyboardEvent): boolean {
  if (!bare(event) || event.shiftKey) return false;
  const found = classesFor(event, bench.classKeys);
  const rating = bench.ratingKeys.get(event.key);
  if (!found.length && !rating) return false;
  const { current } = bench;
  if (event.repeat || !current || event.timeStamp < current.shownAt) return true;
  const { field } = current.session.state;
  const label = (id: string) => findLabel(bench.ontology, id);
  // Fields may share a key: the one in use is meant.
  const meant = found.find((item) => label(item.label)?.on === field) ?? found[0];
  if (meant) pick(bench, meant.label, asShown(bench, current.task.id, meant));
  else if (rating) answer(bench, label(rating.label)!, rating.value);
  return true;
}

/** On a pairwise question the left key is the left side's. */
const asShown = (bench: Workbench, task: string, { label, class: id }: ClassKey): string =>
  classShown(bench.ontology, label, id, task, bench.me.id);

/** Enter and Space on a button are the button's; Tab in a panel is the browser's. */
function isNative(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (event.key === 'Tab') return target?.closest('.stage') === null && target !== document.body;
  if (event.key !== 'Enter' && event.key !== ' ') return isMoving(event, target);
  if (!target?.closest('button, a, summary, [role=menuitem], [role=option]')) return false;
  // A chosen answer keeps the focus; Enter there submits, Space chooses.
  return event.key === ' ' || target.closest('[data-answer]') === null;
}
/** Arrows inside a group of radio buttons, a slider or a list move there. */
const isMoving = (event: KeyboardEvent, target: Element | null): boolean =>
  event.key.startsWith('Arrow') &&
  target?.closest(
    '[role=radiogroup], [role=slider], [role=listbox], [role=tablist], [role=separator]',
  ) != null;

const inDialog = (event: KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest('dialog, [popover]') !== null;
