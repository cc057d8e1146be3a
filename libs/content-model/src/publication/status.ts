/** Statuses of which the rules of publication speak; a kind of content may have others. */
export type KnownStatus = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash';

/** Drafts of any kind: their date floats, and they need no slug. */
export const isDraft = (status: string): boolean => status === 'draft' || status === 'pending';

/** Whether an item of this status has a page of its own. */
export const hasPage = (status: string): boolean => status === 'publish' || status === 'private';

/** Seconds by which a date must be ahead to be a date to come (docs/interface/core-posts.md §7.2). */
const AHEAD = 60;

/** `publish` with a date to come is `future`, and the other way round. Dates are milliseconds. */
export const settledStatus = <Status extends string>(
  status: Status,
  date: number,
  now: number,
): Status | 'publish' | 'future' => {
  if (status !== 'publish' && status !== 'future') return status;
  return date - now >= AHEAD * 1_000 ? 'future' : 'publish';
};
