import { DomainError } from '@almanac/i18n';

export const noSuchPassword = (): DomainError =>
  new DomainError('rest_application_password_not_found', 404, 'The application password was not found.');

export const emptyPasswordName = (): DomainError =>
  new DomainError('application_password_empty_name', 400, 'An application password must have a name.');

export const noPasswordInUse = (): DomainError =>
  new DomainError(
    'rest_no_authenticated_app_password',
    404,
    'This request was not signed in by an application password.',
  );
