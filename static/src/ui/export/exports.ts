/** What may be asked of an export, and what came of the last ones. */
import type { Job } from '../../live/types';

export interface ExportFormat {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly extension: string;
  readonly available: boolean;
  /** Why this project cannot be written so. */
  readonly why_not: string | null;
  /** What it cannot hold of this project. */
  readonly losses: readonly string[];
}
export const SOURCES = ['annotations', 'consensus', 'predictions'] as const;
export type Source = (typeof SOURCES)[number];

/** What can be written, the lossless first; what cannot, last. */
export function sortFormats(formats: readonly ExportFormat[]): ExportFormat[] {
  const rank = (format: ExportFormat) => (format.available ? Math.min(1, format.losses.length) : 2);
  return formats.toSorted((a, b) => rank(a) - rank(b));
}

export const lastExports = (jobs: readonly Job[]): Job[] =>
  jobs.filter((job) => job.kind === 'export');
