/** What the ontology calls answer. */

/** `what` names ids after a colon: "class of topic: praise". */
export interface OntologyChange {
  kind: string;
  part: string;
  what: string;
  may_lose?: boolean;
  touches: { annotations: number; predictions: number };
}
