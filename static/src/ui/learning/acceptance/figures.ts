/** What the plot and the sentences of acceptance are made of. */
import type { Look, Step } from './wire';

/** Digits after the point that tell a share from nearly all: 99.95 %, 0.5 %, 12 %. */
export function digitsOf(share: number): number {
  const rest = Math.min(share, 1 - share);
  if (rest <= 0 || rest >= 0.1) return 0;
  return Math.min(3, Math.max(1, Math.ceil(-Math.log10(rest)) - 1));
}

/** The groups of a look that were tried, in the order of their numbers. */
export function groupsOf(look: Look): number[] {
  return [...new Set(look.steps.map((step) => step.group))].sort((a, b) => a - b);
}

/** A group's steps from the surest tasks down. */
export function stepsOf(look: Look, group: number): Step[] {
  return look.steps.filter((step) => step.group === group);
}

/** The lowest threshold that is certified. */
export function certified(steps: readonly Step[]): Step | null {
  return steps.findLast((step) => step.is_certified) ?? null;
}

/** The share of errors among the audited tasks above a threshold. */
export function seen(step: Step): number | null {
  return step.sample ? step.wrong / step.sample : null;
}

/** Top of the plot's axis: the bound with room above, or what was seen at its end. */
export function topOf(steps: readonly Step[], alpha: number): number {
  const most = Math.max(0, ...steps.map((step) => seen(step) ?? 0));
  return Math.min(1, Math.max(4 * alpha, 1.3 * most));
}
