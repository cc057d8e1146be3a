import { DomainError } from '@almanac/i18n';

/** Kinds of record without a trash are deleted only with `force=true`. */
export const trashNotSupported = (): DomainError =>
  new DomainError('rest_trash_not_supported', 501, 'There is no trash for this; set force=true to delete it.');
