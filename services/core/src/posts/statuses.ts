/** Statuses that clients write, in the order in which they are described (core-posts.md §2). */
export const writableStatuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'cal-ea-success',
  'cal-ea-failed',
  'cal-ea-schedule',
  'cal-ea-pending',
  'cal-ea-draft',
  'cal-ignored',
] as const;

export type Status = (typeof writableStatuses)[number] | 'trash';

/** What a list can be asked for. */
export const listedStatuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
  'cal-ea-success',
  'cal-ea-failed',
  'cal-ea-schedule',
  'cal-ea-pending',
  'cal-ea-draft',
  'cal-ignored',
  'any',
] as const;

/** Drafts of any kind: their date floats and they need no slug. */
export const isDraft = (status: Status): boolean => status === 'draft' || status === 'pending';

/** Statuses that take the right to publish. */
export const needsPublishing = (status: Status): boolean =>
  status === 'publish' || status === 'future' || status === 'private';

/** Whether a post has a page of its own at `/{slug}/`. */
export const hasPage = (status: Status): boolean => status === 'publish' || status === 'private';

/** Seconds by which a date must be ahead to be a date to come (core-posts.md §7.2). */
const AHEAD = 60;

/** `publish` with a date to come is `future`, and the other way round. Dates are milliseconds. */
export const settled = (status: Status, date: number, now: number): Status => {
  if (status !== 'publish' && status !== 'future') return status;
  return date - now >= AHEAD * 1_000 ? 'future' : 'publish';
};
