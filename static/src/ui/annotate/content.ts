/** What an annotation begins with, and what of it is sent: drafts, predictions, a person's own work. */
import { isSuggested, type Answers, type Content, type Region } from '../../core/region';
import type { Annotation, Prediction, Work } from '../../live/types';
import { withAsked } from './asked';

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

/** Versions so named come from pre-labelers: each fills labels of its own, beside the model. */
const BESIDE = 'prelabeler:';

/**
 * What is suggested: the newest model version's answer, and beside it what pre-labelers say. Where
 * both speak of a label, the server has weighed them and let a pre-labeler speak.
 */
export function suggestionOf(work: Work): Prediction | null {
  const beside = work.predictions.filter(isBeside).map(stamped);
  const model = newest(work.predictions.filter((one) => !isBeside(one)));
  if (!beside.length) return model;
  const rest = model ? [without(stamped(model), labelsOf(beside))] : [];
  return [...rest, ...beside].reduce(joined);
}

const speaksBeside = (version: number | string | undefined): boolean =>
  String(version).startsWith(BESIDE);
const isBeside = ({ model_version }: Prediction): boolean => speaksBeside(model_version);

const newest = (predictions: readonly Prediction[]): Prediction | null =>
  predictions.reduce<Prediction | null>(
    (a, b) => (a && Date.parse(a.created_at) >= Date.parse(b.created_at) ? a : b),
    null,
  );

/** Each region says whose it is, since those of several sources will stand side by side. */
const stamped = (prediction: Prediction): Prediction => ({
  ...prediction,
  regions: prediction.regions.map((region) => ({
    ...region,
    origin: {
      kind: 'prediction',
      prediction: prediction.id,
      model_version: prediction.model_version,
    },
  })),
});

const labelsOf = (predictions: readonly Prediction[]): ReadonlySet<string> =>
  new Set(
    predictions.flatMap(({ regions, answers }) => [
      ...regions.map(({ label }) => label),
      ...Object.keys(answers),
    ]),
  );

function without(prediction: Prediction, taken: ReadonlySet<string>): Prediction {
  const left = <Value>(given: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(given).filter(([label]) => !taken.has(label)));
  return {
    ...prediction,
    regions: prediction.regions.filter(({ label }) => !taken.has(label)),
    answers: left(prediction.answers),
    probabilities: left(prediction.probabilities),
  };
}

const joined = (one: Prediction, other: Prediction): Prediction => ({
  ...one,
  regions: [...one.regions, ...other.regions],
  relations: [...one.relations, ...other.relations],
  answers: { ...one.answers, ...other.answers },
  probabilities: { ...one.probabilities, ...other.probabilities },
});

/**
 * A draft goes before everything: it is where the person left off, rejected suggestions and all.
 * Then their own annotation, then the model's regions as suggestions.
 */
export function startingContent(work: Work, own: Annotation | null, prelabel: boolean): Content {
  if (work.draft) return fromWire(work.draft);
  if (own) return fromWire(own);
  if (!prelabel) return empty;
  const prediction = suggestionOf(work);
  const content = prediction ? suggested(prediction) : empty;
  return withAsked(content, work, ({ origin }) => speaksBeside(origin.model_version));
}

/** Predicted answers are not the person's: they are shown beside the question, not filled in. */
function suggested(prediction: Prediction): Content {
  const { regions, relations } = fromWire(prediction);
  return {
    regions: regions.map((region) => ({
      ...region,
      origin: {
        model_version: prediction.model_version,
        prediction: prediction.id,
        ...region.origin,
        kind: 'prediction',
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
