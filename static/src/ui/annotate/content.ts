/** What an annotation begins with, and what of it is sent: drafts, predictions, a person's own work. */
import { isSuggested, type Answers, type Content, type Region } from '../../core/region';
import type { Annotation, Prediction, Work } from '../../live/types';

export const empty: Content = { regions: [], relations: [], answers: {} };

/** Only the three parts; a program's annotations may leave out what has a default. */
export const fromWire = ({ regions, relations, answers }: Content): Content => ({
  regions: regions.map((region: Partial<Region> & Omit<Region, 'attributes' | 'origin'>) => ({
    ...region,
    attributes: region.attributes ?? {},
    origin: region.origin ?? { kind: 'human' },
  })),
  relations,
  answers,
});

/** The prediction of the newest model version: what is suggested. */
export function suggestionOf(work: Work): Prediction | null {
  const newest = (a: Prediction, b: Prediction): Prediction =>
    Date.parse(b.created_at) > Date.parse(a.created_at) ? b : a;
  return work.predictions.length ? work.predictions.reduce(newest) : null;
}

/**
 * A draft goes before everything: it is where the person left off, rejected suggestions and all.
 * Then their own annotation, then the model's regions as suggestions.
 */
export function startingContent(work: Work, own: Annotation | null, prelabel: boolean): Content {
  if (work.draft) return fromWire(work.draft);
  if (own) return fromWire(own);
  const prediction = prelabel ? suggestionOf(work) : null;
  return prediction ? suggested(prediction) : empty;
}

/** Predicted answers are not the person's: they are shown beside the question, not filled in. */
function suggested(prediction: Prediction): Content {
  const { regions, relations } = fromWire(prediction);
  return {
    regions: regions.map((region) => ({
      ...region,
      origin: {
        ...region.origin,
        kind: 'prediction',
        prediction: prediction.id,
        model_version: prediction.model_version,
      },
    })),
    relations,
    answers: {},
  };
}

export interface Sent {
  readonly content: Content;
  /** How many suggestions nobody confirmed and that are therefore not sent. */
  readonly left: number;
}

/** Only what a person vouches for is sent; a relation goes with both its ends. */
export function toSend(content: Content): Sent {
  const regions = content.regions.filter((region) => !isSuggested(region));
  const kept = new Set(regions.map(({ id }) => id));
  const relations = content.relations.filter(({ from, to }) => kept.has(from) && kept.has(to));
  return {
    content: { regions, relations, answers: content.answers },
    left: content.regions.length - regions.length,
  };
}

export interface Guess {
  readonly value: Answers[string];
  /** How sure the model is of that value; null where it does not say. */
  readonly probability: number | null;
  readonly probabilities: Readonly<Record<string, number>>;
}

/** What the model thinks about each whole-task question. */
export function guessesOf(prediction: Prediction | null): ReadonlyMap<string, Guess> {
  const guesses = new Map<string, Guess>();
  for (const [label, value] of Object.entries((prediction?.answers ?? {}) as Answers)) {
    const probabilities = prediction?.probabilities?.[label] ?? {};
    const sure = typeof value === 'string' ? probabilities[value] : undefined;
    guesses.set(label, { value, probability: sure ?? null, probabilities });
  }
  return guesses;
}
