import { type DomainError, isDomainError } from '@almanac/i18n';
import { sessionCookie } from '@almanac/identity';
import { type Html, html, redirectTo } from '@almanac/pages';
import { errorBody, isObject, type RestResponse, type Route } from '@almanac/rest';
import { isConnected } from '../openid/identities.ts';
import { CONNECTED } from '../openid/openIdPages.ts';
import {
  type Administration,
  administrationAddress,
  administrationAnswer,
  hasSessionNonce,
  parameter,
  type SignedIn,
} from '../sign-in/administrationPage.ts';
import { administrationPages } from '../sign-in/administrationRoutes.ts';
import {
  type AskedCode,
  askCodeFor,
  expiredCodeCookie,
  holderFields,
  needsCode,
  refusedCode,
} from '../sign-in/askedCode.ts';
import { type FormRefusal, refusedHeaders, refusedPassword } from '../sign-in/askedPassword.ts';
import type { AttemptLimits } from '../sign-in/attemptLimits.ts';
import { recoveryForm } from '../sign-in/recoveryCodesPage.ts';
import { refusedForm } from '../sign-in/refusedForm.ts';
import { SESSION_SECONDS, sessionsOf } from '../sign-in/sessions.ts';
import { toSignIn } from '../sign-in/signInAnswers.ts';
import { OWN_ACCOUNT } from '../sign-in/startPage.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';
import {
  addressForm,
  codeForm,
  confirmForm,
  openIdForm,
  passwordForm,
  SEND_CODE,
  sessionForm,
} from './accountForms.ts';
import { type Change, type ChangeResult, changes } from './ownChanges.ts';

/** Routes of the page on which users change their credentials and see their sessions (docs/interface/pages.md §7.4). */
export const ownAccountRoutes = (core: AccountsCore, limits: AttemptLimits): Route[] =>
  administrationPages(core, limits)(`/${OWN_ACCOUNT}`, { GET: showAccount, POST: changeAccount });

const doneTexts = ({ renderContext: { text } }: Administration): ReadonlyMap<string, string> =>
  new Map<Change | typeof CONNECTED, string>([
    ['address', text('The e-mail address is changed.')],
    [CONNECTED, text('Your account is connected.')],
    ['disconnect', text('Your account is no longer connected.')],
    ['confirm', text('Thank you. You can change your account in other views for ten minutes.')],
    ['password', text('The password is changed.')],
    ['sessions', text('The selected sessions are ended.')],
  ]);

const forms = async (page: SignedIn, known: User, address: string): Promise<Html> => {
  const [asked, isNeeded] = [await holderFields(page), await needsCode(page)];
  return html`${isNeeded && codeForm(page)}${addressForm(page, asked, address)}
${passwordForm(page, asked)}
${openIdForm(page, asked, await isConnected(page.core, page.user.id))}
${isNeeded && recoveryForm(page, asked)}
${isNeeded && confirmForm(page)}
${sessionForm(page, await sessionsOf(page.core, known))}`;
};

const accountAnswer = async (page: SignedIn, said?: AskedCode): Promise<RestResponse> => {
  const { core, renderContext } = page;
  const title = renderContext.text('Password, e-mail address and sessions');
  const known = await userById(core.documents, page.user.id);
  if (known === undefined) return toSignIn(page, OWN_ACCOUNT);
  const { status = 200, text = doneTexts(page).get(parameter(page, 'done')), cookie } = said ?? {};
  // a link must not prefill the form
  const address = status === 200 ? known.email : parameter(page, 'email') || known.email;
  const main = html`<h1>${title}</h1>
${text !== undefined && html`<p class="notice" role="${status === 200 ? 'status' : 'alert'}">${text}</p>\n`}${await forms(page, known, address)}
<p><a href="${administrationAddress(renderContext)}">${renderContext.text('Administration')}</a></p>`;
  const headers = { ...refusedHeaders(said), ...(cookie !== undefined && { 'Set-Cookie': cookie }) };
  return administrationAnswer(page, { title, main }, { status, name: OWN_ACCOUNT, headers });
};

const showAccount = async (page: Administration): Promise<RestResponse> =>
  page.user === undefined ? toSignIn(page, OWN_ACCOUNT) : accountAnswer({ ...page, user: page.user });

/** Returns the errors of the submitted form, in the language of the page. */
const faultOf = ({ core, request }: SignedIn, error: DomainError): FormRefusal => {
  const { message, data } = errorBody(error, core.texts, request.language);
  const faults = isObject(data.params) ? Object.values(data.params) : [];
  return { status: error.status, text: faults.join(' ') || message };
};

const sentCode = async (page: SignedIn): Promise<RestResponse> => {
  const asked = await askCodeFor(page, OWN_ACCOUNT);
  return 'text' in asked ? accountAnswer(page, asked) : asked;
};

/** Cookies set after a change: the new session if the old one ended, and removal of the used code. */
const cookiesAfter = (page: SignedIn, { session }: ChangeResult): string[] => [
  ...(session === undefined ? [] : [sessionCookie(session, page.request.site, SESSION_SECONDS)]),
  expiredCodeCookie(page),
];

/**
 * Changes that require no code. Ending sessions needs only the password, because an attacker gains nothing by it; the
 * same applies to the confirmation for changes through the interface.
 */
const WITHOUT_CODE: ReadonlySet<string> = new Set<Change>(['confirm', 'sessions']);

const changeAccount = async (page: Administration): Promise<RestResponse> => {
  if (page.user === undefined) return toSignIn(page, OWN_ACCOUNT);
  const signedIn = { ...page, user: page.user };
  const name = parameter(page, 'change');
  const change = changes.get(name);
  const isSending = name === SEND_CODE;
  if (!hasSessionNonce(signedIn) || (change === undefined && !isSending)) return refusedForm(page, OWN_ACCOUNT);
  if (change === undefined) return sentCode(signedIn);
  const wrong = await refusedPassword(signedIn);
  if (wrong !== undefined) return accountAnswer(signedIn, wrong);
  try {
    const commit = await change(signedIn);
    const withoutIt = WITHOUT_CODE.has(name) ? undefined : await refusedCode(signedIn);
    if (withoutIt !== undefined) return await accountAnswer(signedIn, withoutIt);
    const result = await commit();
    if (result.next !== undefined) return result.next;
    const cookies = cookiesAfter(signedIn, result);
    const done = `${administrationAddress(page.renderContext, OWN_ACCOUNT)}?done=${name}`;
    return redirectTo(done, 302, { 'Set-Cookie': cookies });
  } catch (error) {
    if (!isDomainError(error) || error.status >= 500) throw error;
    return accountAnswer(signedIn, faultOf(signedIn, error));
  }
};
