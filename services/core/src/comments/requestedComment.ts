import { type CommentStatus, commentStatuses } from './comment.ts';

const STATUSES: ReadonlyMap<string, CommentStatus | 'untrash'> = new Map<string, CommentStatus | 'untrash'>([
  ...commentStatuses.map((status) => [status, status] as const),
  ['approve', 'approved'],
  ['1', 'approved'],
  ['0', 'hold'],
  ['unspam', 'hold'],
  ['untrash', 'untrash'],
]);

/** Returns the status for a name that clients send; undefined for an unknown one, which changes nothing. */
export const requestedStatus = (name: string | undefined): CommentStatus | 'untrash' | undefined =>
  STATUSES.get(name ?? '');
