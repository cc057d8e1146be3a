import { SIGN_IN_SECONDS } from '@almanac/contracts';
import { signInCookie } from '@almanac/identity';
import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { userById } from '../users/readModels/userList.ts';
import { administrationAddress, parameter, type SignedIn } from './administrationPage.ts';
import { askedPasswordField, type Refused, refusedPassword } from './askedPassword.ts';
import { appPage, browserOf, firstNotice, sentText, whileAway } from './codePage.ts';
import { endPending, keepPending, pendingIn } from './pendingSignIns.ts';
import { beginSecondStep, checkCode } from './secondStep.ts';
import { needsSecondStep } from './secondStepCopy.ts';
import { toSignIn } from './signInAnswers.ts';
import { fromOf, noteRefusal, noteSuccess } from './signInNotes.ts';

// Whoever needs a code to sign in needs one, beside the password, to change what they sign in with
// (docs/interface/pages.md §7.4). The code is asked for, sent and checked as for a sign-in, and lets nobody sign in.

export const needsCode = ({ core, user }: SignedIn): Promise<boolean> => needsSecondStep(core.documents, user);

/** The button that has a code sent, within a form. */
export const sendCodeButton = ({ renderContext }: SignedIn): Html =>
  html`<p><button type="submit" class="second" name="send" value="1" formnovalidate>${renderContext.text('Send a code')}</button></p>\n`;

const NAME = 'code';

const codeField = ({ renderContext }: SignedIn, of: string): Html =>
  html`<p><label for="${of}-code">${renderContext.text('Code')}</label>
<input id="${of}-code" name="${NAME}" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="100" required></p>\n`;

/** The fields that a change of what one signs in with asks for: the password, and a code where one is needed. */
export const holderFields = async (page: SignedIn): Promise<(of: string) => Html> => {
  const isNeeded = await needsCode(page);
  return (of) => html`${askedPasswordField(page, of)}${isNeeded && codeField(page, of)}`;
};

/** What the page says of a code that was asked for. */
export interface AskedCode extends Refused {
  /** Binds the code to the browser; there is none where nothing has begun. */
  readonly cookie?: string;
}

/**
 * Has a code sent to the user.
 * @param back the page that it is typed on
 * @returns what to say; the whole answer where an outside app goes on, or the account is gone
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
    return whileAway(page, error);
  }
};

/** Why the code that was typed lets nothing be done; undefined where it is right, or none is needed. It is used up. */
export const refusedCode = async (page: SignedIn): Promise<Refused | undefined> => {
  const { core, user, renderContext } = page;
  if (!(await needsCode(page))) return undefined;
  const browser = browserOf(page);
  const pending = browser === undefined ? undefined : await pendingIn(core, browser);
  const none = { status: 403, text: renderContext.text('This needs a code: have one sent first.') };
  if (browser === undefined || pending === undefined || !pending.isForChange || pending.user.id !== user.id)
    return none;
  const tried = { by: 'second-step', name: user.login, from: fromOf(page) } as const;
  try {
    const { body, refused } = await checkCode(page, browser, parameter(page, NAME));
    const isWrong = refused?.status === 401;
    if (!isWrong) await endPending(core, browser);
    if (body?.user === user.id) {
      noteSuccess(core, 'identity confirmed', { ...tried, user });
      return undefined;
    }
    await noteRefusal(core, 'confirmation refused', { ...tried, reason: isWrong ? 'wrong-code' : 'over' });
    return isWrong ? { status: 403, text: renderContext.text('The code is not right.') } : none;
  } catch (error) {
    return whileAway(page, error);
  }
};

/** Why password and code that were typed let nothing be done; undefined where they are right. */
export const refusedHolder = async (page: SignedIn): Promise<Refused | undefined> =>
  (await refusedPassword(page)) ?? refusedCode(page);

/** The cookie of a code that is used up, to be taken away. */
export const withoutCode = ({ request }: SignedIn): string => signInCookie('', request.site, 0);
