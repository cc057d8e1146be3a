import { LONGEST_NAME } from '@almanac/content-model';
import { DomainError } from '@almanac/i18n';

export const noSuchTerm = (): DomainError => new DomainError('rest_term_invalid', 404, 'The term does not exist.');

export const noSuchParent = (): DomainError =>
  new DomainError('rest_term_invalid', 400, 'The parent term does not exist.');

export const termExists = (id: number): DomainError =>
  new DomainError('term_exists', 400, 'A term with that name exists already.', { data: { term_id: id } });

export const emptyTermName = (): DomainError => new DomainError('empty_term_name', 400, 'A term must have a name.');

export const termNameTooLong = (): DomainError =>
  new DomainError('db_insert_error', 400, 'The name is too long: at most {limit} characters can be stored.', {
    params: { limit: LONGEST_NAME },
  });

export const slugTaken = (slug: string): DomainError =>
  new DomainError('duplicate_term_slug', 400, 'The slug {slug} is in use by another term.', { params: { slug } });

export const notHierarchical = (): DomainError =>
  new DomainError('rest_taxonomy_not_hierarchical', 400, 'Terms of this taxonomy have no parent.');
