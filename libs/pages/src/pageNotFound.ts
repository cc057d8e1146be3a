import { DomainError } from '@almanac/i18n';

/** There is no such page, or not for the one who asks; the gateway says it in HTML. */
export const pageNotFound = (): DomainError =>
  new DomainError('page_not_found', 404, 'There is nothing at this address.');
