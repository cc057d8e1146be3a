import { DomainError } from '@almanac/i18n';

/** Returns the error of a page that is missing or hidden from the caller; the gateway renders it as HTML. */
export const pageNotFound = (): DomainError =>
  new DomainError('page_not_found', 404, 'There is no page at this address.');
