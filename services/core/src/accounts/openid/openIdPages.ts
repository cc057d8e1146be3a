import { html, redirectTo } from '@almanac/pages';
import type { RestResponse, Route } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import { pageContext } from '../../pageContext.ts';
import {
  type Administration,
  addressOf,
  administrationAddress,
  administrationAnswer,
  browserName,
  type SignedIn,
  sessionOf,
} from '../sign-in/administrationPage.ts';
import { administrationPages } from '../sign-in/administrationRoutes.ts';
import { type FormRefusal, refusedAttempt, refusedHeaders } from '../sign-in/askedPassword.ts';
import type { AttemptLimits } from '../sign-in/attemptLimits.ts';
import { askForCode, noticeOfUnreachableMisc } from '../sign-in/codePage.ts';
import { needsSecondStep } from '../sign-in/secondStepCopy.ts';
import { endSession, startSession } from '../sign-in/sessions.ts';
import { SIGN_IN, signedInAnswer } from '../sign-in/signInAnswers.ts';
import { fromOf, noteRefusal, noteSuccess, type RefusedAttempt } from '../sign-in/signInNotes.ts';
import { OPENID, wayBack } from '../sign-in/signInPage.ts';
import { OWN_ACCOUNT } from '../sign-in/startPage.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { type OpenId, OpenIdError, type OpenIdPerson, type OpenIdReason } from '../users/openIdPort.ts';
import type { User } from '../users/user.ts';
import { connectIdentity } from './identities.ts';
import { accountOf, type NoAccount } from './openIdAccounts.ts';
import { noState, type OpenIdState, stateOf, storedState } from './openIdCookie.ts';
import { CALLBACK } from './openIdSettings.ts';

/** The value of `done` in the address of the account's page after a connection. */
export const CONNECTED = 'connected';

/** Routes of sign-ins at the identity provider (docs/interface/pages.md §7.5); none without a provider. */
export const openIdRoutes = (core: AccountsCore, limits: AttemptLimits): Route[] => {
  const { openId } = core;
  if (openId === undefined) return [];
  const page = administrationPages(core, limits);
  return [
    ...page(`/${OPENID}`, { GET: (context) => begin(context, openId) }),
    ...page(`/${CALLBACK}`, { GET: (context) => finish(context, openId) }),
  ];
};

type Failure = NoAccount | OpenIdReason | 'expired' | 'other';

/** Returns status and text of a failed sign-in. */
const refusalOf = ({ renderContext: { text } }: Administration, { name }: OpenId, failure: Failure): FormRefusal => {
  switch (failure) {
    case 'unavailable':
      return {
        status: 503,
        text: text('{name} does not answer at the moment. Try again later, or sign in with your password.', { name }),
        retryAfter: 30,
      };
    case 'denied':
      return { status: 403, text: text('You have not agreed to the sign-in at {name}.', { name }) };
    case 'refused':
      return {
        status: 403,
        text: text(
          'The answer of {name} is not valid. Try again. If it happens again, tell the administrator of this site.',
          { name },
        ),
      };
    case 'expired':
      return {
        status: 400,
        text: text('This sign-in has expired, or it began in another browser. Try again.'),
      };
    case 'unknown':
      return {
        status: 403,
        text: text(
          'Your account at {name} is not connected to an account of this site. If you have one, sign in with its password, and connect both on the page of your account. Otherwise ask the administrator of this site.',
          { name },
        ),
      };
    case 'unverified':
      return {
        status: 403,
        text: text(
          '{name} has not confirmed your e-mail address, so no account was created for you. Confirm it there, or ask the administrator of this site.',
          { name },
        ),
      };
    case 'taken':
      return {
        status: 409,
        text: text(
          'An account of this site has your e-mail address already. Sign in with its password, and connect both on the page of your account.',
        ),
      };
    case 'no-role':
      return {
        status: 403,
        text: text('Your account at {name} has no role on this site. Ask the administrator of this site.', { name }),
      };
    case 'busy':
      return { status: 409, text: text('Your account is being created. Try again in a minute.'), retryAfter: 60 };
    case 'other':
      return {
        status: 409,
        text: text('This account at {name} is connected to another account of this site.', { name }),
      };
  }
};

const refusedPage = (page: Administration, { name }: OpenId, refused: FormRefusal): RestResponse => {
  const { renderContext, user } = page;
  const title = renderContext.text('Sign in with {name}', { name });
  const [link, label] =
    user === undefined ? [SIGN_IN, renderContext.text('Sign in')] : [OWN_ACCOUNT, renderContext.text('Your account')];
  const main = html`<h1>${title}</h1>
<p class="notice" role="alert">${refused.text}</p>
<p><a href="${administrationAddress(renderContext, link)}">${label}</a></p>`;
  return administrationAnswer(
    page,
    { title, main },
    { status: refused.status, name: link, headers: refusedHeaders(refused) },
  );
};

const failed = (page: Administration, openId: OpenId, failure: Failure): RestResponse =>
  refusedPage(page, openId, refusalOf(page, openId, failure));

const note = (page: Administration, reason: RefusedAttempt['reason'], detail?: string): Promise<void> =>
  noteRefusal(page.core, 'sign-in refused', {
    by: 'openid',
    reason,
    from: fromOf(page),
    ...(detail !== undefined && { detail }),
  });

/** Sends the browser to the provider. A signed-in user connects the account, after a confirmation on its page. */
const begin = async (page: Administration, openId: OpenId): Promise<RestResponse> => {
  const { user, renderContext } = page;
  const permitted = stateOf(page)?.connects;
  const connects = user !== undefined && permitted === user.id ? permitted : undefined;
  if (user !== undefined && connects === undefined) return redirectTo(wayBack(page));
  try {
    const { url, ...secrets } = await openId.begin(connects !== undefined);
    const state = { secrets, back: wayBack(page), language: renderContext.language };
    const cookie = storedState(page, connects === undefined ? state : { ...state, connects });
    return redirectTo(url, 302, { 'Set-Cookie': cookie });
  } catch (error) {
    return refusedByProvider(page, openId, error);
  }
};

const refusedByProvider = async (page: Administration, openId: OpenId, error: unknown): Promise<RestResponse> => {
  if (!(error instanceof OpenIdError)) throw error;
  await note(page, `provider-${error.reason}`, error.message);
  return failed(page, openId, error.reason);
};

/** Returns the page in another language: the provider leads to an address without one. */
const inLanguage = (page: Administration, language: string): Administration => ({
  ...page,
  ...pageContext(page.core, { ...page.request, language }),
  core: page.core,
});

/** The provider's answers count as attempts of one name, so that a client cannot have it asked without end. */
const ATTEMPT = '/openid';

const finish = async (page: Administration, openId: OpenId): Promise<RestResponse> => {
  const state = stateOf(page);
  if (state?.secrets === undefined) {
    await note(page, 'over');
    return failed(page, openId, 'expired');
  }
  const own = inLanguage(page, state.language);
  const attempt = { login: ATTEMPT, ip: addressOf(page) };
  try {
    await page.limits.attempt(attempt);
  } catch (error) {
    const refused = refusedAttempt(own, error);
    await note(page, 'too-many-attempts');
    return refusedPage(own, openId, refused);
  }
  try {
    const person = await openId.finish(page.request.query, state.secrets);
    await page.limits.succeeded(attempt);
    return await enter(own, openId, state, person);
  } catch (error) {
    return refusedByProvider(own, openId, error);
  }
};

const enter = async (
  page: Administration,
  openId: OpenId,
  { connects, back }: OpenIdState,
  person: OpenIdPerson,
): Promise<RestResponse> => {
  if (connects !== undefined) {
    if (page.user?.id !== connects) return failed(page, openId, 'expired');
    return connected({ ...page, user: page.user }, openId, person);
  }
  const { core, request } = page;
  const by = { commands: request.commands, context: { ...request.context, principal: 'system' as const } };
  const account = await accountOf(core, by, person);
  if ('none' in account) {
    await note(page, 'no-account', account.none);
    return failed(page, openId, account.none);
  }
  return signedIn(page, openId, account.user, back);
};

const connected = async (page: SignedIn, openId: OpenId, person: OpenIdPerson): Promise<RestResponse> => {
  if (!(await connectIdentity(page.core, page.user.id, person))) return failed(page, openId, 'other');
  page.core.log.info({ user: page.user.id, login: page.user.login }, 'connected to the identity provider');
  const done = `${administrationAddress(page.renderContext, OWN_ACCOUNT)}?done=${CONNECTED}`;
  return redirectTo(done, 302, { 'Set-Cookie': noState(page) });
};

/**
 * Returns the page that leads to the provider after the user has confirmed to connect the account. It is a link: the
 * content security policy keeps forms on this site.
 */
export const permittedConnection = (page: SignedIn): RestResponse => {
  const { core, renderContext, user } = page;
  const name = core.openId?.name ?? '';
  const title = renderContext.text('Sign in with {name}', { name });
  const main = html`<h1>${title}</h1>
<p>${renderContext.text('Sign in there with the account that you want to connect.')}</p>
<p><a href="${administrationAddress(renderContext, OPENID)}">${renderContext.text('Continue')}</a></p>`;
  const state = { connects: user.id, back: administrationAddress(renderContext), language: renderContext.language };
  const headers = { 'Set-Cookie': storedState(page, state) };
  return administrationAnswer(page, { title, main }, { name: OWN_ACCOUNT, headers });
};

/** Starts a session, or asks for the code of a user who needs one. Ends the browser's previous session. */
const signedIn = async (page: Administration, openId: OpenId, user: User, back: string): Promise<RestResponse> => {
  const { core, request } = page;
  const former = sessionOf(page);
  if (former !== undefined) await endSession(core, former);
  await core.waitForCopies(request);
  const needsCode = await needsSecondStep(core.documents, user);
  noteSuccess(core, needsCode ? 'code asked for' : 'signed in', { by: 'openid', user, from: fromOf(page) });
  if (!needsCode) return signedInAnswer(page, await startSession(core, user, browserName(page)), back, [noState(page)]);
  try {
    return await askForCode(page, user, back);
  } catch (error) {
    if (error instanceof ServiceUnavailableError)
      return refusedPage(page, openId, noticeOfUnreachableMisc(page, error));
    return refusedPage(page, openId, refusedAttempt(page, error));
  }
};
