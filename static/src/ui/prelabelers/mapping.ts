/** Which of a pre-labeler's classes stand for which of ours, as the page shows and changes it. */
import type { Card, OwnLabel, Place } from './wire';

export interface MapRow {
  readonly classId: string;
  readonly name: string;
  readonly color: string;
  /** The pre-labeler's classes that stand for it. */
  readonly own: readonly string[];
}

/** The places in force: those that were set, else the guess. */
export const placesOf = (card: Card): readonly Place[] => card.use?.places ?? card.guess;

export const placeFor = (card: Card, label: string): Place =>
  placesOf(card).find((place) => place.label === label) ?? { label, classes: {} };

/** One row for each class of a label, in the label's order. */
export function mapRows(card: Card, label: OwnLabel): MapRow[] {
  const given = Object.entries(placeFor(card, label.id).classes);
  return label.classes.map(({ id, name, color }) => ({
    classId: id,
    name,
    color,
    own: given.filter(([, classId]) => classId === id).map(([own]) => own),
  }));
}

/** Those that stand for nothing of a label yet. */
export function unmapped(card: Card, label: string): string[] {
  const taken = placeFor(card, label).classes;
  return (card.classes ?? []).filter((own) => !(own in taken));
}

/** The places with one own class standing for another class, or (null) for none. */
export function withClass(card: Card, label: string, own: string, classId: string | null): Place[] {
  const { classes } = placeFor(card, label);
  const changed = Object.fromEntries(Object.entries(classes).filter(([name]) => name !== own));
  if (classId !== null) changed[own] = classId;
  const rest = placesOf(card).filter((place) => place.label !== label);
  return [...rest, { label, classes: changed }];
}

/** The places with a label filled, or left alone. */
export function withLabel(card: Card, label: string, isFilled: boolean): Place[] {
  const rest = placesOf(card).filter((place) => place.label !== label);
  if (!isFilled) return rest;
  const guess = card.guess.find((place) => place.label === label);
  return [...rest, guess ?? { label, classes: {} }];
}

export const isFilled = (card: Card, label: string): boolean =>
  placesOf(card).some((place) => place.label === label);

/** Whether it would propose anything as it stands. */
export function isMapped(card: Card, labels: readonly OwnLabel[]): boolean {
  return placesOf(card).some((place) => {
    const label = labels.find(({ id }) => id === place.label);
    return (
      label !== undefined &&
      (!card.classes?.length || !label.classes.length || Object.keys(place.classes).length > 0)
    );
  });
}

/** Those that run, then those that could at once; and apart from them those that say nothing yet. */
export function inGroups(
  cards: readonly Card[],
  labels: readonly OwnLabel[],
): { fitting: Card[]; others: Card[] } {
  const fits = (card: Card) =>
    Boolean(card.use?.is_on) || (!card.missing.length && isMapped(card, labels));
  return {
    fitting: cards
      .filter(fits)
      .toSorted((a, b) => Number(b.use?.is_on ?? false) - Number(a.use?.is_on ?? false)),
    others: cards
      .filter((card) => !fits(card))
      .toSorted((a, b) => Number(a.missing.length > 0) - Number(b.missing.length > 0)),
  };
}
