/** What can be said of a job without asking again. */
import type { Job } from '../../live/types';

export const isLive = (job: Pick<Job, 'state'>): boolean =>
  job.state === 'queued' || job.state === 'running';

/** Seconds it has worked, so far or in all; null before it began. */
export function secondsWorked(job: Job, now: number): number | null {
  if (!job.started_at) return null;
  const end = job.finished_at ? Date.parse(job.finished_at) : now;
  return Math.max(0, (end - Date.parse(job.started_at)) / 1000);
}

/** The newer word on a job takes the older one's place; a new job comes first. */
export function withJob(jobs: readonly Job[], job: Job): Job[] {
  const at = jobs.findIndex((one) => one.id === job.id);
  return at < 0 ? [job, ...jobs] : jobs.with(at, job);
}

/** The counts of a report worth a line, in the order people ask for them. */
const COUNTS = [
  'created',
  'affected',
  'updated',
  'skipped',
  'failed',
  'tasks',
  'annotations',
  'predictions',
  'files',
  'labels',
] as const;
export type Count = (typeof COUNTS)[number];

export function reportCounts(job: Job): [Count, number][] {
  return COUNTS.flatMap((name): [Count, number][] => {
    const value = job.report?.[name];
    const isTold = Number(value) > 0 || (name === 'created' && job.kind === 'import');
    return typeof value === 'number' && isTold ? [[name, value]] : [];
  });
}

export interface WorkerBeat {
  readonly id: string;
  readonly kind: 'web' | 'worker' | 'serving';
  /** The lane of a worker. */
  readonly queue: string | null;
  readonly pid: number;
  readonly host: string;
  readonly started_at: string;
  readonly seen_at: string;
  readonly alive: boolean;
  readonly running: string | null;
  readonly version: string;
}

/** Whether a running job's process is gone: another takes it over as soon as that is certain. */
export function isLost(job: Job, workers: readonly WorkerBeat[] | null): boolean {
  if (job.state !== 'running' || !job.worker || !workers) return false;
  return !workers.some(({ id, alive }) => id === job.worker && alive);
}

export const KINDS = ['web', 'worker', 'serving'] as const;

/**
 * One group for each kind, and a kind nobody runs is said too. The long dead are left out where a
 * living one does the same: workers of another lane do not.
 */
export function health(
  workers: readonly WorkerBeat[],
): { kind: WorkerBeat['kind']; workers: WorkerBeat[]; alive: boolean }[] {
  return KINDS.map((kind) => {
    const all = workers.filter((worker) => worker.kind === kind);
    const living = all.filter((worker) => worker.alive);
    // Whoever told us this is a web process, known by name or not.
    if (kind === 'web') return { kind, workers: living, alive: true };
    const served = new Set(living.map(({ queue }) => queue));
    const lost = all
      .filter(({ alive, queue }) => !alive && !served.has(queue))
      .toSorted((a, b) => b.seen_at.localeCompare(a.seen_at))
      .filter(({ queue }, at, rest) => rest.findIndex((one) => one.queue === queue) === at);
    return { kind, workers: [...living, ...lost], alive: living.length > 0 && !lost.length };
  });
}
