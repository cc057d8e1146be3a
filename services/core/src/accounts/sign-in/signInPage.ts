import { html, redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import {
  type Administration,
  addressOf,
  administrationAddress,
  administrationAnswer,
  browserName,
  isSameOrigin,
  parameter,
  sessionOf,
  typedPassword,
} from './administrationPage.ts';
import { type FormRefusal, refusedAttempt, refusedHeaders } from './askedPassword.ts';
import { fitsApplicationPassword } from './authenticate.ts';
import { askForCode, noticeOfUnreachableMisc } from './codePage.ts';
import { FORGOTTEN } from './forgottenPasswordPage.ts';
import { refusedForm } from './refusedForm.ts';
import { needsSecondStep } from './secondStepCopy.ts';
import { endSession, startSession } from './sessions.ts';
import { SIGN_IN, signedInAnswer } from './signInAnswers.ts';
import { fromOf, noteRefusal, noteSuccess } from './signInNotes.ts';
import { verifyAccount } from './verifyAccount.ts';

/** The page that leads to the identity provider. */
export const OPENID = 'openid';

/** Returns the address to open after the sign-in: always a page of the administration, with or without the language. */
export const wayBack = (page: Administration): string => {
  const { renderContext } = page;
  const root = administrationAddress(renderContext);
  const asked = parameter(page, 'redirect_to');
  if (!URL.canParse(asked, root)) return root;
  const { href } = new URL(asked, root);
  return href.startsWith(root) || href.startsWith(`${renderContext.baseUrl}/admin/`) ? href : root;
};

const field = (id: string, label: string, attributes: ReturnType<typeof html>) =>
  html`<p><label for="${id}">${label}</label>
<input id="${id}" name="${id}"${attributes} required></p>\n`;

/** Returns the link to the identity provider; it opens the same page after the sign-in as the form. */
const openIdLink = (page: Administration) => {
  const { core, renderContext } = page;
  if (core.openId === undefined) return '';
  const back = parameter(page, 'redirect_to');
  const query = back === '' ? '' : `?${new URLSearchParams({ redirect_to: back })}`;
  return html`<p><a href="${administrationAddress(renderContext, OPENID)}${query}">${renderContext.text('Sign in with {name}', { name: core.openId.name })}</a></p>\n`;
};

const signInForm = (page: Administration, refused: FormRefusal | undefined) => {
  const { text, site } = page.renderContext;
  const title = text('Sign in');
  const fault = refused !== undefined && html` aria-invalid="true" aria-describedby="fault"`;
  const login = html` type="text" value="${parameter(page, 'login')}" autocomplete="username" autocapitalize="none" spellcheck="false"${fault}`;
  return html`<h1>${title}</h1>
<p>${text('With your account on {site}.', { site: site.name })}</p>
<form method="post" action="${administrationAddress(page.renderContext, SIGN_IN)}">
${refused && html`<p class="notice" id="fault" role="alert">${refused.text}</p>\n`}<input type="hidden" name="redirect_to" value="${parameter(page, 'redirect_to')}">
${field('login', text('Username or e-mail address'), login)}${field('password', text('Password'), html` type="password" autocomplete="current-password"${fault}`)}<p><button type="submit">${title}</button></p>
</form>
${openIdLink(page)}<p><a href="${administrationAddress(page.renderContext, FORGOTTEN)}">${text('Forgot your password?')}</a></p>`;
};

const signInPage = (page: Administration, refused?: FormRefusal): RestResponse => {
  const back = parameter(page, 'redirect_to');
  return administrationAnswer(
    page,
    { title: page.renderContext.text('Sign in'), main: signInForm(page, refused) },
    {
      status: refused?.status ?? 200,
      name: SIGN_IN,
      query: back === '' ? '' : new URLSearchParams({ redirect_to: back }).toString(),
      headers: refusedHeaders(refused),
    },
  );
};

export const renderSignIn = (page: Administration): RestResponse =>
  page.user === undefined ? signInPage(page) : redirectTo(wayBack(page));

/** Returns the error text. It explains that an application password is only for programs. */
const whatIsWrong = async (
  { core, renderContext }: Administration,
  tried: Parameters<typeof fitsApplicationPassword>[1],
): Promise<string> =>
  (await fitsApplicationPassword(core, tried))
    ? renderContext.text(
        'This is an application password, for programs only. Sign in here with the password of your account. The administrator of the site can set it.',
      )
    : renderContext.text('The username or the password is not right.');

/** Signs in and ends the browser's previous session. A form without the field of the password is no attempt. */
export const signIn = async (page: Administration): Promise<RestResponse> => {
  const { core, limits, request, renderContext } = page;
  if (!isSameOrigin(page)) return refusedForm(page, SIGN_IN);
  if (request.params.password === undefined)
    return signInPage(page, { status: 400, text: renderContext.text('Password is required.') });
  const attempt = { login: parameter(page, 'login'), password: typedPassword(page), ip: addressOf(page) };
  const tried = { by: 'page', name: attempt.login, from: fromOf(page) } as const;
  try {
    const user = await verifyAccount(core, limits, attempt);
    if (user === undefined) {
      await noteRefusal(core, 'sign-in refused', { ...tried, reason: 'wrong-password' });
      return signInPage(page, { status: 401, text: await whatIsWrong(page, attempt) });
    }
    const former = sessionOf(page);
    if (former !== undefined) await endSession(core, former);
    await core.waitForCopies(request);
    const needsCode = await needsSecondStep(core.documents, user);
    noteSuccess(core, needsCode ? 'password right, code asked for' : 'signed in', { ...tried, user });
    if (needsCode) return await askForCode(page, user, wayBack(page));
    return signedInAnswer(page, await startSession(core, user, browserName(page)), wayBack(page));
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return signInPage(page, noticeOfUnreachableMisc(page, error));
    const refused = refusedAttempt(page, error);
    await noteRefusal(core, 'sign-in refused', { ...tried, reason: 'too-many-attempts' });
    return signInPage(page, refused);
  }
};
