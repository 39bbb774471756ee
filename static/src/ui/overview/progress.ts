/** How far a project is, as parts of one bar. */
import type { ProjectCounts } from '../../live/types';

export const PARTS = ['accepted', 'done', 'in_progress', 'open'] as const;
export type Part = (typeof PARTS)[number];
export interface Share {
  readonly part: Part;
  readonly count: number;
  readonly share: number;
}

/** `done` counts the accepted too; each task stands in one part. */
export function shares(counts: ProjectCounts): Share[] {
  const done = Math.max(0, counts.done - counts.accepted);
  const known = { accepted: counts.accepted, done, in_progress: counts.in_progress };
  const open = Math.max(0, counts.tasks - counts.accepted - done - counts.in_progress);
  return PARTS.map((part) => {
    const count = part === 'open' ? open : known[part];
    return { part, count, share: counts.tasks ? count / counts.tasks : 0 };
  });
}

export type Step = 'import' | 'label' | 'review' | 'export';

/** The one thing to do now. */
export function nextStep(counts: ProjectCounts, review: 'none' | 'optional' | 'required'): Step {
  if (counts.tasks === 0) return 'import';
  if (counts.open + counts.in_progress > 0) return 'label';
  return review === 'required' && counts.accepted < counts.tasks ? 'review' : 'export';
}
