import { DomainError } from '@almanac/i18n';

/** Limits of docs/interface/core-users.md §5, in characters. */
export const LONGEST_LOGIN = 60;
export const LONGEST_USER_SLUG = 50;
export const LONGEST_URL = 100;

export const noSuchUser = (): DomainError => new DomainError('rest_user_invalid_id', 404, 'The user does not exist.');

export const loginExists = (): DomainError =>
  new DomainError('existing_user_login', 400, 'That username is in use by another user.');

export const emailExists = (): DomainError =>
  new DomainError('existing_user_email', 400, 'That e-mail address is in use by another user.');

/** Error of a taken address when a user is changed. */
export const emailTaken = (): DomainError =>
  new DomainError('rest_user_invalid_email', 400, 'That e-mail address is in use by another user.');

export const slugTaken = (): DomainError =>
  new DomainError('rest_user_invalid_slug', 400, 'That slug is in use by another user.');

export const loginTooLong = (): DomainError =>
  new DomainError('user_login_too_long', 400, 'A username has at most {limit} characters.', {
    params: { limit: LONGEST_LOGIN },
  });

export const slugTooLong = (): DomainError =>
  new DomainError('user_nicename_too_long', 400, 'The slug of a user has at most {limit} characters.', {
    params: { limit: LONGEST_USER_SLUG },
  });

export const urlTooLong = (): DomainError =>
  new DomainError('user_url_too_long', 400, 'The address of a user has at most {limit} characters.', {
    params: { limit: LONGEST_URL },
  });

export const loginIsFixed = (): DomainError =>
  new DomainError('rest_user_invalid_argument', 400, 'A username cannot be changed.');

export const noSuchRole = (role: string): DomainError =>
  new DomainError('rest_user_invalid_role', 400, 'There is no role {role}.', { params: { role } });

export const ownRole = (): DomainError =>
  new DomainError('rest_user_invalid_role', 403, 'You may not give yourself a role that manages no users.');

export const invalidReassign = (): DomainError =>
  new DomainError('rest_user_invalid_reassign', 400, 'The user who is to get the records is invalid.');
