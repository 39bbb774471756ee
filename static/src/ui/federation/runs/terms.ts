/** What the terms of a run allow with one another. */
import type { Terms } from '../wire';

/** As the server names them; the last three must see each site's update. */
export const AGGREGATORS = ['fedavg', 'fedadam', 'median', 'trimmed_mean', 'krum'] as const;
const LINEAR: readonly string[] = ['fedavg', 'fedadam'];

export type NumberTerm = {
  [Key in keyof Terms]: Terms[Key] extends number ? Key : never;
}[keyof Terms];

export const suits = (aggregator: string, isSecure: boolean): boolean =>
  !isSecure || LINEAR.includes(aggregator);
