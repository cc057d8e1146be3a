import { DomainError } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import { authStatus, invalid, invalidParams } from '@almanac/rest';

export const noSuchPost = (): DomainError => new DomainError('rest_post_invalid_id', 404, 'The post does not exist.');

export const noSuchParent = (): DomainError =>
  new DomainError('rest_post_invalid_parent', 404, 'The post does not exist.');

export const hasId = (): DomainError => new DomainError('rest_post_exists', 400, 'A new post has no id yet.');

export const noSuchAuthor = (): DomainError =>
  new DomainError('rest_invalid_author', 400, 'The author does not exist.');

export const stickyAndProtected = (): DomainError =>
  new DomainError('rest_invalid_field', 400, 'A post cannot be sticky and have a password.');

export const emptyPost = (): DomainError =>
  new DomainError('empty_content', 400, 'Title, content and excerpt are all empty.');

export const noSuchMedium = (): DomainError =>
  new DomainError('rest_invalid_featured_media', 400, 'The featured image does not exist.');

export const alreadyTrashed = (): DomainError =>
  new DomainError('rest_already_trashed', 410, 'The post is in the trash already.');

export const wrongPassword = (): DomainError =>
  new DomainError('rest_post_incorrect_password', 403, 'The password is not right.');

export const noSuchPage = (): DomainError =>
  new DomainError('rest_post_invalid_page_number', 400, 'The list has no such page.');

export const orderWithoutInclude = (): DomainError =>
  new DomainError('rest_orderby_include_missing_include', 400, 'The order of include needs include.');

export const orderWithoutSearch = (): DomainError =>
  new DomainError('rest_no_search_term_defined', 400, 'The order of relevance needs a search.');

export const forbiddenStatus = (principal: Principal): DomainError =>
  invalidParams({
    status: invalid('{name}: you may not list these.', 'rest_forbidden_status', {}, { status: authStatus(principal) }),
  });
