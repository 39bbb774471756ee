/** Tints what differs between two fields that are compared. */
import { differing } from '../../core/wordDiff';
import type { View } from '../../surfaces';
import type { TurnStretch } from '../../surfaces/dialogue/marker';
import { sharedTurns } from '../../surfaces/dialogue/turns';
import type { DialogueView } from '../../surfaces/dialogue/view';
import { Inks } from '../../surfaces/prose/inks';
import type { ProseView } from '../../surfaces/prose/view';

/** Paints until the answer is called; nothing for fields of other types. */
export function tintDifferences(a: View, b: View): () => void {
  if (isDialogue(a) && isDialogue(b)) return tintDialogues(a, b);
  if (isProse(a) && isProse(b)) return tintTexts(a, b);
  return () => {};
}

const isDialogue = (view: View): view is DialogueView => view.scopes[0] === 'dialogue';
const isProse = (view: View): view is ProseView => view.scopes[0] === 'prose';

function tintDialogues(a: DialogueView, b: DialogueView): () => void {
  const shared = sharedTurns(a.turns, b.turns);
  const found: { a: TurnStretch[]; b: TurnStretch[] } = { a: [], b: [] };
  const count = Math.min(a.turns.length, b.turns.length);
  for (let turn = shared; turn < count; turn++) {
    const pair = differing(a.turns[turn]!.text, b.turns[turn]!.text);
    found.a.push(...pair.a.map((stretch) => ({ turn, ...stretch })));
    found.b.push(...pair.b.map((stretch) => ({ turn, ...stretch })));
  }
  a.showDifferences(found.a, shared);
  b.showDifferences(found.b, shared);
  return () => {
    a.showDifferences([], 0);
    b.showDifferences([], 0);
  };
}

function tintTexts(a: ProseView, b: ProseView): () => void {
  const found = differing(a.map.text, b.map.text);
  const inks = new Inks();
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--machine').trim();
  const ink = { colour, strength: 0.22, priority: 0 };
  inks.paint([
    ...found.a.map(({ from, to }) => [ink, a.map.stretch(from, to)] as const),
    ...found.b.map(({ from, to }) => [ink, b.map.stretch(from, to)] as const),
  ]);
  return () => inks.close();
}
