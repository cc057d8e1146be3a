import { DomainError } from '@almanac/domain';
import { invalidParams } from '@almanac/rest';

export const noSuchMedium = (): DomainError =>
  new DomainError('rest_post_invalid_id', 404, 'The medium does not exist.');

/** What a medium is attached to is a post, and no version of one. */
export const invalidParent = (): DomainError =>
  invalidParams({ post: '{name} names a record that nothing can be attached to.' });
