import { SIGN_IN_SECONDS } from '@almanac/contracts';
import { signInCookie, signInOfCookie } from '@almanac/identity';
import { html, redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import type { User } from '../users/user.ts';
import {
  type Administration,
  administrationAddress,
  administrationAnswer,
  browserName,
  isSameOrigin,
  parameter,
} from './administrationPage.ts';
import { deletePendingSignIn, findPendingSignIn, keepPending } from './pendingSignIns.ts';
import { refusedForm } from './refusedForm.ts';
import { beginSecondStep, checkCode, sendCode } from './secondStep.ts';
import { startSession } from './sessions.ts';
import { signedInAnswer, toSignIn } from './signInAnswers.ts';
import { fromOf, noteRefusal, noteSuccess } from './signInNotes.ts';

export const CODE = 'code';

interface Notice {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: unknown;
  /** True if the code is wrong. */
  readonly isWrong?: boolean;
}

/** Returns the secret that binds a code to the browser. */
export const browserOf = ({ request }: Administration): string | undefined =>
  signInOfCookie(request.headers.cookie, request.site);

export const sentText = ({ renderContext: { text } }: Administration): string =>
  text('A code was sent to your mail address. It is good for three minutes. A recovery code does as well.');

const codeForm = (page: Administration, notice: Notice | undefined) => {
  const { text } = page.renderContext;
  const address = administrationAddress(page.renderContext, CODE);
  const fault = notice?.isWrong === true && html` aria-invalid="true"`;
  return html`<h1>${text('Your code')}</h1>
<p>${sentText(page)}</p>
<form method="post" action="${address}">
${notice && html`<p class="notice" id="notice" role="alert">${notice.text}</p>\n`}<p><label for="code">${text('Code')}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="100"${notice && html` aria-describedby="notice"`}${fault} required autofocus></p>
<p><button type="submit">${text('Sign in')}</button></p>
</form>
<form method="post" action="${address}">
<input type="hidden" name="send" value="1">
<p><button type="submit" class="second">${text('Send another code')}</button></p>
</form>`;
};

const codePage = (page: Administration, notice?: Notice, cookie?: string): RestResponse =>
  administrationAnswer(
    page,
    { title: page.renderContext.text('Your code'), main: codeForm(page, notice) },
    {
      status: notice?.status ?? 200,
      name: CODE,
      headers: {
        ...(notice?.retryAfter === undefined ? {} : { 'Retry-After': String(notice.retryAfter) }),
        ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
      },
    },
  );

/** Returns the notice for an unreachable misc: users who need a code cannot sign in. @throws every other error */
export const noticeOfUnreachableMisc = (page: Administration, error: unknown): Notice => {
  if (!(error instanceof ServiceUnavailableError)) throw error;
  const text = page.renderContext.text(
    'Signing in is not possible at the moment: the code cannot be checked. Try again later.',
  );
  return { status: 503, text, retryAfter: 30 };
};

/** Returns the reason why no code was sent; undefined if one was sent. */
export const firstNotice = (page: Administration, first: string): Notice | undefined => {
  const { text } = page.renderContext;
  if (first === 'limited')
    return {
      status: 429,
      text: text('No more codes are sent at the moment. Use a recovery code, or try again later.'),
    };
  if (first === 'failed')
    return {
      status: 503,
      text: text('The code cannot be sent. Use a recovery code, or try again later.'),
      retryAfter: 60,
    };
  return undefined;
};

/** Returns a page that links to an external app; the content security policy keeps forms on this site. */
export const appPage = (page: Administration, address: string, cookie: string): RestResponse => {
  const title = page.renderContext.text('Your code');
  const main = html`<h1>${title}</h1>
<p>${page.renderContext.text('You get your code at {host}.', { host: new URL(address).host })}</p>
<p><a href="${address}" rel="noreferrer">${page.renderContext.text('Continue')}</a></p>`;
  return administrationAnswer(page, { title, main }, { name: CODE, headers: { 'Set-Cookie': cookie } });
};

/**
 * Requests a code after the right password. The browser gets a secret that binds it to the code, not a session.
 * @throws ServiceUnavailableError, DomainError 429
 */
export const askForCode = async (page: Administration, user: User, back: string): Promise<RestResponse> => {
  const { core, request, renderContext } = page;
  const { body, refused } = await beginSecondStep(page, user);
  if (refused !== undefined) throw refused;
  const { browser, redirect, first } = body;
  await keepPending(core, browser, user, { back });
  const cookie = signInCookie(browser, request.site, SIGN_IN_SECONDS);
  if (redirect !== null) return appPage(page, redirect, cookie);
  const notice = firstNotice(page, first);
  if (notice !== undefined) return codePage(page, notice, cookie);
  return redirectTo(administrationAddress(renderContext, CODE), 302, { 'Set-Cookie': cookie });
};

/** Returns the page that asks for the code, if a sign-in in this browser waits for one. */
export const renderCode = async (page: Administration): Promise<RestResponse> => {
  const browser = browserOf(page);
  const pending = browser === undefined ? undefined : await findPendingSignIn(page.core, browser);
  if (pending?.isForChange) return redirectTo(pending.back);
  return pending === undefined ? toSignIn(page, '') : codePage(page);
};

/** Handles the submitted form: a code, or a request for another one. */
export const enterCode = async (page: Administration): Promise<RestResponse> => {
  if (!isSameOrigin(page)) return refusedForm(page, CODE);
  const browser = browserOf(page);
  const pending = browser === undefined ? undefined : await findPendingSignIn(page.core, browser);
  if (browser === undefined || pending === undefined || pending.isForChange) return toSignIn(page, '');
  try {
    if (parameter(page, 'send') !== '') return await sentAgain(page, browser);
    return await entered(page, browser, pending);
  } catch (error) {
    return codePage(page, noticeOfUnreachableMisc(page, error));
  }
};

const sentAgain = async (page: Administration, browser: string): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const { refused } = await sendCode(page, browser);
  if (refused === undefined) return codePage(page, { status: 200, text: text('Another code is on its way.') });
  if (refused.status !== 429) return toSignIn(page, '');
  const { retry_after: retryAfter } = refused.data;
  return codePage(page, { status: 429, text: refused.message, retryAfter });
};

const entered = async (
  page: Administration,
  browser: string,
  { user, back }: { readonly user: User; readonly back: string },
): Promise<RestResponse> => {
  const { core, request, renderContext } = page;
  const tried = { by: 'second-step', name: user.login, from: fromOf(page) } as const;
  const { body, refused } = await checkCode(page, browser, parameter(page, CODE));
  if (refused?.status === 401) {
    await noteRefusal(core, 'sign-in refused', { ...tried, reason: 'wrong-code' });
    return codePage(page, { status: 401, text: renderContext.text('The code is not right.'), isWrong: true });
  }
  await deletePendingSignIn(core, browser);
  if (body === undefined || body.user !== user.id) {
    await noteRefusal(core, 'sign-in refused', { ...tried, reason: 'over' });
    return toSignIn(page, '');
  }
  noteSuccess(core, 'signed in', { ...tried, user });
  return signedInAnswer(page, await startSession(core, user, browserName(page)), back, [
    signInCookie('', request.site, 0),
  ]);
};
