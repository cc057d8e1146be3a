/** The stored statuses of a job (docs/interface/translation-jobs.md §3). */
export const status = {
  /** Not translated, or cancelled. */
  none: 0,
  waiting: 1,
  inProgress: 2,
  /** The translation is ready at the agency. */
  ready: 4,
  complete: 10,
  /** The engine did not take the job; it is retried. */
  retry: 40,
  /** Cancelled at the engine. */
  cancelledThere: 42,
  /** The agency has not accepted the job yet. */
  pending: 102,
} as const;

export type JobStatus = (typeof status)[keyof typeof status];

/** Statuses that only filters use: jobs that need an update, and jobs that wait for a review. */
export const NEEDS_UPDATE = 3;
export const NEEDS_REVIEW = 30;

/** Every code that a filter accepts; no job has the statuses 9 and 20. */
export const knownStatuses: ReadonlySet<number> = new Set([
  ...Object.values(status),
  NEEDS_UPDATE,
  NEEDS_REVIEW,
  9,
  20,
]);

/** The statuses of open jobs; a target has at most one open job. */
export const openStatuses: readonly JobStatus[] = [
  status.waiting,
  status.inProgress,
  status.ready,
  status.retry,
  status.pending,
];

const open: ReadonlySet<number> = new Set(openStatuses);

/** True if a job at that status is open. */
export const isOpen = (code: number): boolean => open.has(code);
