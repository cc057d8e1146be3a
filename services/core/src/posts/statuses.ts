import { isPublicStatus } from '@almanac/identity';

/** Writable statuses, in the order of their description (docs/interface/core-posts.md §2). */
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

/** Statuses by which a list can be filtered. */
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

/** True if the status requires the right to publish: public statuses, scheduled and private. */
export const needsPublishing = (status: Status): boolean =>
  isPublicStatus(status) || status === 'future' || status === 'private';
