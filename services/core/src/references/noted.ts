import type { Core } from '../core.ts';

/**
 * Task that updates references after a deletion. Tasks of earlier releases lack `until`; they concern records with very
 * many references.
 */
export type Noted<Going> = Going & {
  /** Milliseconds since the epoch. By then the deletion has succeeded or failed, and the deleted user cannot act. */
  readonly until?: number;
};

/** Delay of `until`: gateways cache credentials for a minute, and a request takes less than another. */
const MILLISECONDS = 120_000;

export const noted = <Going extends object>({ now }: Pick<Core, 'now'>, going: Going): Noted<Going> => ({
  ...going,
  until: now().getTime() + MILLISECONDS,
});
