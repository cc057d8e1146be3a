/** Statuses that the rules of publication know; a kind of content may have others. */
export type KnownStatus = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash';

/** True for a draft of any kind: its date floats, and it needs no slug. */
export const isDraft = (status: string): boolean => status === 'draft' || status === 'pending';

/** True if an item of this status has a page of its own. */
export const hasPage = (status: string): boolean => status === 'publish' || status === 'private';

/** Minimum seconds between now and a date in the future (docs/interface/core-posts.md §7.2). */
const AHEAD = 60;

/** Returns `future` for `publish` with a date in the future, `publish` for `future` without. Dates are milliseconds. */
export const statusAtDate = <Status extends string>(
  status: Status,
  date: number,
  now: number,
): Status | 'publish' | 'future' => {
  if (status !== 'publish' && status !== 'future') return status;
  return date - now >= AHEAD * 1_000 ? 'future' : 'publish';
};
