import { DomainError } from '@almanac/i18n';

/** Error of a deletion without `force=true` of a record without a trash. */
export const trashNotSupported = (): DomainError =>
  new DomainError('rest_trash_not_supported', 501, 'There is no trash for this; set force=true to delete it.');
