import { isDomainError } from '@almanac/i18n';
import { principalId } from '@almanac/identity';
import { redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { issueApplicationPassword } from '../application-passwords/issueApplicationPassword.ts';
import { grouped } from '../application-passwords/secret.ts';
import { type Administration, administrationAnswer, hasSessionNonce, type SignedIn } from './administrationPage.ts';
import { type AskedCode, askCodeFor, holderFields, needsCode, refusedHolder, sendCodeButton } from './askedCode.ts';
import { refusedHeaders } from './askedPassword.ts';
import {
  type AuthorizationRequest,
  authorizationRequest,
  faultsOf,
  rejection,
  sentParameters,
} from './authorizationRequest.ts';
import { consentForm, faultList, passwordShownOnce } from './authorizeForms.ts';
import { policySource, withParameters } from './redirectAddress.ts';
import { refusedForm } from './refusedForm.ts';
import { toSignIn } from './signInAnswers.ts';

export const AUTHORIZE = 'authorize-application.php';

const queryOf = (request: AuthorizationRequest): string => new URLSearchParams(sentParameters(request)).toString();

/** Messages shown on the consent form. */
interface ConsentSaid {
  /** Error of the name. */
  readonly fault?: string;
  readonly code?: AskedCode;
}

/** Returns the page on which a user authorizes an application (docs/interface/pages.md §7.2). */
const consentPage = async (
  page: SignedIn,
  asked: AuthorizationRequest,
  said: ConsentSaid = {},
): Promise<RestResponse> => {
  const { fault, code } = said;
  const holder = (await needsCode(page))
    ? { fields: (await holderFields(page))('app'), send: sendCodeButton(page) }
    : undefined;
  const targets = [asked.successUrl, asked.rejectUrl].filter((address) => address !== '');
  return administrationAnswer(
    page,
    {
      title: page.renderContext.text('Authorize an application'),
      main: consentForm(page, asked, { fault, notice: code?.text, holder }),
    },
    {
      status: code?.status ?? (fault === undefined ? 200 : 400),
      name: AUTHORIZE,
      query: queryOf(asked),
      formTargets: [...new Set(targets.map(policySource))],
      headers: { ...refusedHeaders(code), ...(code?.cookie !== undefined && { 'Set-Cookie': code.cookie }) },
    },
  );
};

/** Returns a page with all errors of the request; undefined if there are none. It never redirects. */
const faultyPage = (page: Administration, asked: AuthorizationRequest): RestResponse | undefined => {
  const faults = faultsOf(asked);
  if (faults.length === 0) return undefined;
  const title = page.renderContext.text('The application’s request is not valid');
  return administrationAnswer(page, { title, main: faultList(page, title, faults) }, { status: 400, name: AUTHORIZE });
};

const signInFirst = (page: Administration, asked: AuthorizationRequest): RestResponse => {
  const query = queryOf(asked);
  return toSignIn(page, `${AUTHORIZE}${query === '' ? '' : `?${query}`}`);
};

export const renderAuthorization = async (page: Administration): Promise<RestResponse> => {
  const asked = authorizationRequest(page);
  const { user } = page;
  if (user === undefined) return signInFirst(page, asked);
  return faultyPage(page, asked) ?? consentPage({ ...page, user }, asked);
};

/** Handles the submitted form: approval, rejection, or a request for a code. */
export const decideAuthorization = async (page: Administration): Promise<RestResponse> => {
  const asked = authorizationRequest(page);
  const { user } = page;
  if (user === undefined) return signInFirst(page, asked);
  const faulty = faultyPage(page, asked);
  if (faulty !== undefined) return faulty;
  const signedIn = { ...page, user };
  if (!hasSessionNonce(signedIn)) return refusedForm(page, AUTHORIZE);
  const { approve, reject, send } = page.request.params;
  if (reject !== undefined) return redirectTo(rejection(asked, page));
  if (send !== undefined) return sentCode(signedIn, asked);
  if (approve === undefined) return consentPage(signedIn, asked);
  const code = (await needsCode(signedIn)) ? await refusedHolder(signedIn) : undefined;
  return code === undefined ? approved(signedIn, asked) : consentPage(signedIn, asked, { code });
};

const sentCode = async (page: SignedIn, asked: AuthorizationRequest): Promise<RestResponse> => {
  const code = await askCodeFor(page, `${AUTHORIZE}?${queryOf(asked)}`);
  return 'text' in code ? consentPage(page, asked, { code }) : code;
};

const approved = async (page: SignedIn, asked: AuthorizationRequest): Promise<RestResponse> => {
  const { core, request, user, renderContext } = page;
  const context = { ...request.context, principal: principalId(user) };
  const wanted = { user: user.id, name: asked.appName, appId: asked.appId };
  try {
    const { secret } = await issueApplicationPassword(core, { context, commands: request.commands }, wanted);
    if (asked.successUrl === '') return passwordPage(page, asked.appName, grouped(secret));
    const parameters = { site_url: renderContext.baseUrl, user_login: user.login, password: secret };
    return redirectTo(withParameters(asked.successUrl, parameters));
  } catch (error) {
    if (!isDomainError(error) || error.status >= 500) throw error;
    return consentPage(page, asked, { fault: renderContext.text(error.message, error.params) });
  }
};

const passwordPage = (page: SignedIn, name: string, password: string): RestResponse =>
  administrationAnswer(
    page,
    {
      title: page.renderContext.text('Application password created'),
      main: passwordShownOnce(page, { name, password }),
    },
    { name: AUTHORIZE },
  );
