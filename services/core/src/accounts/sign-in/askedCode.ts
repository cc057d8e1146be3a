import { SIGN_IN_SECONDS } from '@almanac/contracts';
import { signInCookie } from '@almanac/identity';
import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { userById } from '../users/readModels/userList.ts';
import { administrationAddress, parameter, type SignedIn } from './administrationPage.ts';
import { askedPasswordField, type FormRefusal, refusedPassword } from './askedPassword.ts';
import { appPage, browserOf, firstNotice, noticeOfUnreachableMisc, sentText } from './codePage.ts';
import { deletePendingSignIn, findPendingSignIn, keepPending } from './pendingSignIns.ts';
import { beginSecondStep, checkCode } from './secondStep.ts';
import { needsSecondStep } from './secondStepCopy.ts';
import { toSignIn } from './signInAnswers.ts';
import { fromOf, noteRefusal, noteSuccess } from './signInNotes.ts';

// Users who need a code to sign in also need one, in addition to the password, to change their credentials
// (docs/interface/pages.md §7.4). The code is sent and checked as for a sign-in, but it opens no session.

export const needsCode = ({ core, user }: SignedIn): Promise<boolean> => needsSecondStep(core.documents, user);

/** Returns the button, within a form, that sends a code. */
export const sendCodeButton = ({ renderContext }: SignedIn): Html =>
  html`<p><button type="submit" class="second" name="send" value="1" formnovalidate>${renderContext.text('Send a code')}</button></p>\n`;

const NAME = 'code';

const codeField = ({ renderContext }: SignedIn, of: string): Html =>
  html`<p><label for="${of}-code">${renderContext.text('Code')}</label>
<input id="${of}-code" name="${NAME}" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="100" required></p>\n`;

/** Returns the fields that confirm a change of credentials: the password, and a code if required. */
export const holderFields = async (page: SignedIn): Promise<(of: string) => Html> => {
  const isNeeded = await needsCode(page);
  return (of) => html`${askedPasswordField(page, of)}${isNeeded && codeField(page, of)}`;
};

/** Notice on the page after a request for a code. */
export interface AskedCode extends FormRefusal {
  /** Cookie that binds the code to the browser; absent if no code was requested. */
  readonly cookie?: string;
}

/**
 * Sends a code to the user.
 * @param back the page on which the user types the code
 * @returns the notice to show; the whole response if an external app continues or the account is missing
 */
export const askCodeFor = async (page: SignedIn, back: string): Promise<AskedCode | RestResponse> => {
  const { core, request, renderContext } = page;
  const known = await userById(core.documents, page.user.id);
  if (known === undefined) return toSignIn(page, back);
  try {
    const { body, refused } = await beginSecondStep(page, known);
    if (refused !== undefined)
      return { status: refused.status, text: refused.message, retryAfter: refused.data.retry_after };
    const { browser, redirect, first } = body;
    await keepPending(core, browser, known, { back: administrationAddress(renderContext, back), isForChange: true });
    const cookie = signInCookie(browser, request.site, SIGN_IN_SECONDS);
    if (redirect !== null) return appPage(page, redirect, cookie);
    return { ...(firstNotice(page, first) ?? { status: 200, text: sentText(page) }), cookie };
  } catch (error) {
    return noticeOfUnreachableMisc(page, error);
  }
};

/** Checks the typed code and consumes it. Returns the error; undefined if the code is right or not required. */
export const refusedCode = async (page: SignedIn): Promise<FormRefusal | undefined> => {
  const { core, user, renderContext } = page;
  if (!(await needsCode(page))) return undefined;
  const browser = browserOf(page);
  const pending = browser === undefined ? undefined : await findPendingSignIn(core, browser);
  const none = { status: 403, text: renderContext.text('This needs a code. Send yourself a code first.') };
  if (browser === undefined || pending === undefined || !pending.isForChange || pending.user.id !== user.id)
    return none;
  const tried = { by: 'second-step', name: user.login, from: fromOf(page) } as const;
  try {
    const { body, refused } = await checkCode(page, browser, parameter(page, NAME));
    const isWrong = refused?.status === 401;
    if (!isWrong) await deletePendingSignIn(core, browser);
    if (body?.user === user.id) {
      noteSuccess(core, 'identity confirmed', { ...tried, user });
      return undefined;
    }
    await noteRefusal(core, 'confirmation refused', { ...tried, reason: isWrong ? 'wrong-code' : 'over' });
    return isWrong ? { status: 403, text: renderContext.text('The code is not right.') } : none;
  } catch (error) {
    return noticeOfUnreachableMisc(page, error);
  }
};

/** Checks the typed password and code. Returns the error; undefined if both are right. */
export const refusedHolder = async (page: SignedIn): Promise<FormRefusal | undefined> =>
  (await refusedPassword(page)) ?? refusedCode(page);

/** Returns the cookie that removes a used code from the browser. */
export const expiredCodeCookie = ({ request }: SignedIn): string => signInCookie('', request.site, 0);
