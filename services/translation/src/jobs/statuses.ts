/** The statuses of a job that are stored (docs/interface/translation-jobs.md §3). */
export const status = {
  /** Not translated; a cancelled one too. */
  none: 0,
  waiting: 1,
  inProgress: 2,
  /** The agency has it ready. */
  ready: 4,
  complete: 10,
  /** The engine did not take it. */
  retry: 40,
  /** Cancelled at the engine. */
  cancelledThere: 42,
  /** The agency has not accepted it yet. */
  pending: 102,
} as const;

export type JobStatus = (typeof status)[keyof typeof status];

/** Found by a filter alone: what needs an update, and what waits for its review. */
export const NEEDS_UPDATE = 3;
export const NEEDS_REVIEW = 30;

/** Every code that a filter knows; nothing is stored at 9 and 20. */
export const knownStatuses: ReadonlySet<number> = new Set([
  ...Object.values(status),
  NEEDS_UPDATE,
  NEEDS_REVIEW,
  9,
  20,
]);

/** The statuses of jobs of which something may still come; a target has one such at most. */
export const openStatuses: readonly JobStatus[] = [
  status.waiting,
  status.inProgress,
  status.ready,
  status.retry,
  status.pending,
];

const open: ReadonlySet<number> = new Set(openStatuses);

/** Whether something may still come of a job at that status. */
export const isOpen = (code: number): boolean => open.has(code);
