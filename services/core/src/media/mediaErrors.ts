import { DomainError } from '@almanac/i18n';
import { invalidParams } from '@almanac/rest';

export const noSuchMedium = (): DomainError =>
  new DomainError('rest_post_invalid_id', 404, 'The medium does not exist.');

/** Error of a parent that is not a post, for example a revision. */
export const invalidParent = (): DomainError =>
  invalidParams({ post: '{name} names a record that nothing can be attached to.' });
