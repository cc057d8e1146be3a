import type { Core } from '../core.ts';

/**
 * Task that updates references after a deletion. Tasks of earlier releases lack `until`; they concern records with very
 * many references.
 */
export type CleanupTask<Deletion> = Deletion & {
  /** Milliseconds since the epoch. By then the deletion has succeeded or failed, and the deleted user cannot act. */
  readonly until?: number;
};

/** Delay of `until`: gateways cache credentials for a minute, and a request takes less than another. */
const SETTLE_MS = 120_000;

export const cleanupTask = <Deletion extends object>(
  { now }: Pick<Core, 'now'>,
  going: Deletion,
): CleanupTask<Deletion> => ({
  ...going,
  until: now().getTime() + SETTLE_MS,
});
