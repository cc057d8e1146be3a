import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import {
  type Administration,
  administrationAddress,
  administrationAnswer,
  hasSessionNonce,
  type SignedIn,
} from './administrationPage.ts';
import { expiredCodeCookie, refusedHolder } from './askedCode.ts';
import { type FormRefusal, refusedHeaders } from './askedPassword.ts';
import { tokenField } from './authorizeForms.ts';
import { noticeOfUnreachableMisc } from './codePage.ts';
import { refusedForm } from './refusedForm.ts';
import { makeRecoveryCodes } from './secondStep.ts';
import { toSignIn } from './signInAnswers.ts';

export const RECOVERY = 'recovery-codes';

/** Returns the form that creates recovery codes, for users who need a code to sign in. */
export const recoveryForm = (page: SignedIn, asked: (of: string) => Html): Html => {
  const { text } = page.renderContext;
  return html`<h2>${text('Recovery codes')}</h2>
<p>${text('If no code reaches you, a recovery code signs you in once. New recovery codes replace your present ones.')}</p>
<form method="post" action="${administrationAddress(page.renderContext, RECOVERY)}">
${tokenField(page)}${asked(RECOVERY)}<p><button type="submit" class="second">${text('Make recovery codes')}</button></p>
</form>`;
};

/** Creates the user's recovery codes and shows them once. */
export const showRecoveryCodes = async (page: Administration): Promise<RestResponse> => {
  const { user, renderContext } = page;
  if (user === undefined) return toSignIn(page, '');
  const signedIn = { ...page, user };
  if (!hasSessionNonce(signedIn)) return refusedForm(page, '');
  const { text } = renderContext;
  const title = text('Recovery codes');
  const wrong = await refusedHolder(signedIn);
  if (wrong !== undefined) return notMade(signedIn, title, wrong);
  try {
    const { body, refused } = await makeRecoveryCodes(page, user.id);
    if (refused !== undefined) throw refused;
    const main = html`<h1>${title}</h1>
<p>${text('Write them down now: they are not shown again. Each code works once.')}</p>
<ul class="codes">
${body.codes.map((code) => html`<li><code>${code}</code></li>\n`)}</ul>
<p><a href="${administrationAddress(renderContext)}">${text('Administration')}</a></p>`;
    return administrationAnswer(
      page,
      { title, main },
      { name: '', headers: { 'Set-Cookie': expiredCodeCookie(signedIn) } },
    );
  } catch (error) {
    return notMade(page, title, noticeOfUnreachableMisc(page, error));
  }
};

const notMade = (page: Administration, title: string, refused: FormRefusal): RestResponse => {
  const main = html`<h1>${title}</h1>
<p class="notice" role="alert">${refused.text}</p>
<p><a href="${administrationAddress(page.renderContext)}">${page.renderContext.text('Administration')}</a></p>`;
  const headers = refusedHeaders(refused);
  return administrationAnswer(page, { title, main }, { status: refused.status, name: '', headers });
};
