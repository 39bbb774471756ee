/** Making regions one object: what is selected, or what is proposed to belong together. */
import { identitiesOf, linkAsObject } from '../../core/objects';
import type { Sheet } from './sheet.svelte';
import type { Workbench } from './workbench.svelte';

export function join(bench: Workbench, sheet: Sheet): boolean {
  const ids = sheet.session.editable(sheet.session.state.selection);
  if (ids.length < 2 || !identitiesOf(bench.ontology).length) return false;
  const left = linkAsObject(bench.ontology, sheet.document, ids);
  const none = left === ids.length - 1;
  if (left) bench.say(none ? 'objects.none_joined' : 'objects.some_left', { count: left }, 'err');
  return true;
}

/** Pressed again it looks no longer. */
export function propose(bench: Workbench, sheet: Sheet): boolean {
  const { proposals, session } = sheet;
  if (session.state.readonly || !identitiesOf(bench.ontology).length) return false;
  if (proposals.isOpen) proposals.close();
  else
    void proposals.ask().then((why) => {
      if (why) bench.say(why, {}, 'err');
    });
  return true;
}
