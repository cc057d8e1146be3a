import { isPublicStatus } from '@almanac/identity';

/** Statuses that clients write, in the order in which they are described (docs/interface/core-posts.md §2). */
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

/** The statuses that a list can be asked for. */
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

/** Statuses that take the right to publish: those that everybody may read, at once or in time, and the private one. */
export const needsPublishing = (status: Status): boolean =>
  isPublicStatus(status) || status === 'future' || status === 'private';
