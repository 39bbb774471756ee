/** The control of each kind of whole-task question. To add one: a component here, a line below. */
import type { Component } from 'svelte';
import type { AnswerKind } from '../../core/ontology';
import Choice from './Choice.svelte';
import type { ControlProps } from './control';
import DateTime from './DateTime.svelte';
import Numeric from './Numeric.svelte';
import Pairwise from './Pairwise.svelte';
import Ranking from './Ranking.svelte';
import Rating from './Rating.svelte';
import Taxonomy from './Taxonomy.svelte';
import Texts from './Texts.svelte';

export const controls: Readonly<Record<AnswerKind, Component<ControlProps>>> = {
  choice: Choice,
  multichoice: Choice,
  pairwise: Pairwise,
  taxonomy: Taxonomy,
  rating: Rating,
  number: Numeric,
  datetime: DateTime,
  textarea: Texts,
  ranking: Ranking,
};
export type { ControlGuess, ControlProps } from './control';
