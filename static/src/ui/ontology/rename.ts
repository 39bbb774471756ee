/** Ids changed by hand in the JSON: said to the server as renames, so that answers move along. */
import type { Ontology } from '../../core/ontology';

interface Part {
  id: string;
  name?: string;
  was?: string | string[];
}

/** The draft with `was` on every label, class and relation that is a saved one under another id. */
export function withRenames(saved: Ontology, draft: Ontology): Ontology {
  const renamed = JSON.parse(JSON.stringify(draft)) as Ontology;
  mark(saved.labels, renamed.labels);
  mark(saved.relations ?? [], renamed.relations ?? []);
  for (const label of renamed.labels) {
    const before = saved.labels.find(({ id }) => id === label.id || formerIds(label).includes(id));
    mark(before?.classes ?? [], label.classes ?? []);
  }
  return renamed;
}

/** One that went and one that came are the same if they have one name or, nameless, one place. */
function mark(before: readonly Part[], after: readonly Part[]): void {
  const told = new Set(after.flatMap((part) => [part.id, ...formerIds(part)]));
  const gone = before.filter(({ id }) => !told.has(id));
  const known = new Set(before.map(({ id }) => id));
  after.forEach((part, at) => {
    if (known.has(part.id)) return;
    const alike = gone.filter((one) =>
      part.name === undefined && one.name === undefined
        ? before.length === after.length && before[at] === one
        : one.name === part.name,
    );
    const [only, more] = alike;
    if (only && !more) part.was = [...formerIds(part), only.id];
  });
}

const formerIds = ({ was }: Part): string[] => (was === undefined ? [] : [was].flat());
