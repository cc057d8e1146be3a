import { DomainError } from '@almanac/domain';

/** What has no trash is deleted with `force=true` alone. */
export const trashNotSupported = (): DomainError =>
  new DomainError('rest_trash_not_supported', 501, 'There is no trash for this; set force=true to delete it.');
