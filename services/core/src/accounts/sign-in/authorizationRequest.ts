import { type DomainError, isDomainError } from '@almanac/i18n';
import { plainText } from '@almanac/text';
import { coreErrors } from '../../errors.ts';
import type { PageContext } from '../../pageContext.ts';
import { administrationAddress, parameter } from './administrationPage.ts';
import { checkRedirect, withParameters } from './redirectAddress.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An application's request for authorization (docs/interface/pages.md §7.2); missing parameters are empty. */
export interface AuthorizationRequest {
  readonly appName: string;
  readonly appId: string;
  readonly successUrl: string;
  readonly rejectUrl: string;
}

export const authorizationRequest = (page: PageContext): AuthorizationRequest => ({
  appName: plainText(parameter(page, 'app_name')),
  appId: parameter(page, 'app_id').toLowerCase(),
  successUrl: parameter(page, 'success_url'),
  rejectUrl: parameter(page, 'reject_url'),
});

/** Returns the parameters that the application sent. */
export const sentParameters = (request: AuthorizationRequest): [name: string, value: string][] => {
  const { appName, appId, successUrl, rejectUrl } = request;
  const parameters = { app_name: appName, app_id: appId, success_url: successUrl, reject_url: rejectUrl };
  return Object.entries(parameters).filter(([, value]) => value !== '');
};

const checkAppId = (appId: string): void => {
  if (UUID.test(appId)) return;
  throw coreErrors.invalidAppId({ params: { name: 'app_id' } });
};

const refusalOf = (check: () => void): DomainError[] => {
  try {
    check();
    return [];
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return [error];
  }
};

/** Returns all errors of a request. */
export const faultsOf = ({ appId, successUrl, rejectUrl }: AuthorizationRequest): DomainError[] => [
  ...(appId === '' ? [] : refusalOf(() => checkAppId(appId))),
  ...(successUrl === '' ? [] : refusalOf(() => checkRedirect('success_url', successUrl))),
  ...(rejectUrl === '' ? [] : refusalOf(() => checkRedirect('reject_url', rejectUrl))),
];

/** Returns the address to which a user who rejects is redirected. */
export const rejection = ({ rejectUrl, successUrl }: AuthorizationRequest, { renderContext }: PageContext): string => {
  if (rejectUrl !== '') return new URL(rejectUrl).href;
  return successUrl === '' ? administrationAddress(renderContext) : withParameters(successUrl, { success: 'false' });
};
