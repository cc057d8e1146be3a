import { type DomainError, isDomainError } from '@almanac/domain';
import { sessionCookie } from '@almanac/identity';
import { html, redirectTo } from '@almanac/pages';
import { errorBody, type RestResponse, type Route } from '@almanac/rest';
import {
  type Administration,
  administrationAddress,
  administrationAnswer,
  isMeant,
  parameter,
  type SignedIn,
} from '../sign-in/administrationPage.ts';
import { administrationPages } from '../sign-in/administrationRoutes.ts';
import { type Refused, refusedHeaders, refusedPassword } from '../sign-in/askedPassword.ts';
import type { AttemptLimits } from '../sign-in/attemptLimits.ts';
import { refusedForm } from '../sign-in/refusedForm.ts';
import { SESSION_SECONDS, sessionsOf } from '../sign-in/sessions.ts';
import { toSignIn } from '../sign-in/signInAnswers.ts';
import { OWN_ACCOUNT } from '../sign-in/startPage.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { userById } from '../users/readModels/userList.ts';
import { addressForm, passwordForm, sessionForm } from './accountForms.ts';
import { type Change, changes } from './ownChanges.ts';

/** The page on which users change what they sign in with, and see where they are (docs/interface/pages.md §7.4). */
export const ownAccountRoutes = (core: AccountsCore, limits: AttemptLimits): Route[] =>
  administrationPages(core, limits)(`/${OWN_ACCOUNT}`, { GET: showAccount, POST: changeAccount });

const doneTexts = ({ renderContext: { text } }: Administration): ReadonlyMap<string, string> =>
  new Map<Change, string>([
    ['address', text('The e-mail address is changed.')],
    ['password', text('The password is changed.')],
    ['sessions', text('The chosen sessions are over.')],
  ]);

const accountAnswer = async (page: SignedIn, refused?: Refused): Promise<RestResponse> => {
  const { core, renderContext } = page;
  const title = renderContext.text('Password, e-mail address and sessions');
  const known = await userById(core.documents, page.user.id);
  if (known === undefined) return toSignIn(page, OWN_ACCOUNT);
  const said = refused?.text ?? doneTexts(page).get(parameter(page, 'done'));
  // nobody's link fills the form in
  const address = refused === undefined ? known.email : parameter(page, 'email') || known.email;
  const main = html`<h1>${title}</h1>
${said !== undefined && html`<p class="notice" role="${refused === undefined ? 'status' : 'alert'}">${said}</p>\n`}${addressForm(page, address)}
${passwordForm(page)}
${sessionForm(page, await sessionsOf(core, known))}
<p><a href="${administrationAddress(renderContext)}">${renderContext.text('Administration')}</a></p>`;
  const headers = refusedHeaders(refused);
  return administrationAnswer(page, { title, main }, { status: refused?.status ?? 200, name: OWN_ACCOUNT, headers });
};

const showAccount = async (page: Administration): Promise<RestResponse> =>
  page.user === undefined ? toSignIn(page, OWN_ACCOUNT) : accountAnswer({ ...page, user: page.user });

/** What is wrong with what was typed, in the language of the page. */
const faultOf = ({ core, request }: SignedIn, error: DomainError): Refused => {
  const { message, data } = errorBody(error, core.texts, request.language);
  const faults = Object.values((data.params ?? {}) as Readonly<Record<string, string>>);
  return { status: error.status, text: faults.join(' ') || message };
};

const changeAccount = async (page: Administration): Promise<RestResponse> => {
  if (page.user === undefined) return toSignIn(page, OWN_ACCOUNT);
  const signedIn = { ...page, user: page.user };
  const name = parameter(page, 'change');
  const change = changes.get(name);
  if (!isMeant(signedIn) || change === undefined) return refusedForm(page, OWN_ACCOUNT);
  const wrong = await refusedPassword(signedIn);
  if (wrong !== undefined) return accountAnswer(signedIn, wrong);
  try {
    const { session } = await change(signedIn);
    const cookie =
      session === undefined ? {} : { 'Set-Cookie': sessionCookie(session, page.request.site, SESSION_SECONDS) };
    return redirectTo(`${administrationAddress(page.renderContext, OWN_ACCOUNT)}?done=${name}`, 302, cookie);
  } catch (error) {
    if (!isDomainError(error) || error.status >= 500) throw error;
    return accountAnswer(signedIn, faultOf(signedIn, error));
  }
};
