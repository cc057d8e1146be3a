import { DomainError } from '@almanac/i18n';

export const recordMessages = {
  notFound: 'There is no such record, and never was.',
  notRestorable: 'A record of this kind, or one that was deleted for good, cannot be brought back.',
  noSuchVersion: '{name} is no version of the record.',
  moving: 'The record is being changed by others all the time; try again.',
} as const;

export const recordNotFound = (): DomainError => new DomainError('ops_record_not_found', 404, recordMessages.notFound);

export const notRestorable = (): DomainError =>
  new DomainError('ops_not_restorable', 409, recordMessages.notRestorable);

/** Error of a change that repeatedly conflicted with others. */
export const stillMoving = (): DomainError => new DomainError('rest_contention', 503, recordMessages.moving);
