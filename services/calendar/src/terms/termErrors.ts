import { DomainError } from '@almanac/domain';
import { LONGEST_NAME } from '@almanac/taxonomy';

export const noSuchTerm = (): DomainError => new DomainError('rest_term_invalid', 404, 'Term does not exist.');

export const termNameTooLong = (): DomainError =>
  new DomainError('db_insert_error', 400, 'The name is too long: at most {limit} characters can be stored.', {
    params: { limit: LONGEST_NAME },
  });

/** @param id the term that has the name already */
export const termExists = (id: number): DomainError =>
  new DomainError('term_exists', 400, 'A term with the name provided already exists with this parent.', {
    data: { term_id: id },
  });

export const slugTaken = (slug: string): DomainError =>
  new DomainError('duplicate_term_slug', 400, 'The slug {slug} is already in use by another term.', {
    params: { slug },
  });
