import { html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import {
  type Administration,
  addressOf,
  administrationAddress,
  administrationAnswer,
  isSameOrigin,
  parameter,
} from './administrationPage.ts';
import { type FormRefusal, refusedAttempt, refusedHeaders } from './askedPassword.ts';
import { refusedForm } from './refusedForm.ts';

export const FORGOTTEN = 'forgot-password';

/** Longest accepted name, in characters: an e-mail address has at most 254. */
const MAX_NAME_LENGTH = 254;

const answerWith = (page: Administration, main: ReturnType<typeof html>, refused?: FormRefusal): RestResponse => {
  const { text } = page.renderContext;
  const title = text('Forgot your password?');
  const whole = html`<h1>${title}</h1>
${main}
<p><a href="${administrationAddress(page.renderContext)}">${text('Sign in')}</a></p>`;
  const headers = refusedHeaders(refused);
  return administrationAnswer(
    page,
    { title, main: whole },
    { status: refused?.status ?? 200, name: FORGOTTEN, headers },
  );
};

const form = (page: Administration, refused?: FormRefusal) => {
  const { text } = page.renderContext;
  const fault = refused !== undefined && html` aria-invalid="true" aria-describedby="fault"`;
  return html`<p>${text('We send a link to the e-mail address of your account. It sets a new password.')}</p>
<form method="post" action="${administrationAddress(page.renderContext, FORGOTTEN)}">
${refused && html`<p class="notice" id="fault" role="alert">${refused.text}</p>\n`}<p><label for="login">${text('Username or e-mail address')}</label>
<input id="login" name="login" type="text" value="${parameter(page, 'login')}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="${MAX_NAME_LENGTH}"${fault} required autofocus></p>
<p><button type="submit">${text('Send the link')}</button></p>
</form>`;
};

/** Returns the page of a site that cannot send mail. */
const withoutMail = (page: Administration): RestResponse => {
  const { text } = page.renderContext;
  return answerWith(
    page,
    html`<p>${text('This site cannot send mail. Ask an administrator for a link: under People, they choose your name and then “Create a password link”.')}</p>
<p>${text('If you are the only administrator, run “npm run user -- password NAME” where the site is installed.')}</p>`,
  );
};

/** Returns the form that requests a link by mail (docs/interface/pages.md §7.1). */
export const renderForgotten = (page: Administration): RestResponse =>
  page.core.passwordMails === undefined ? withoutMail(page) : answerWith(page, form(page));

/** Requests the mail. The answer is the same for known and unknown names. */
export const sendForgotten = async (page: Administration): Promise<RestResponse> => {
  const { core, limits, request, renderContext } = page;
  const { text, language } = renderContext;
  if (core.passwordMails === undefined) return withoutMail(page);
  if (!isSameOrigin(page)) return refusedForm(page, FORGOTTEN);
  const name = parameter(page, 'login');
  if (name === '' || name.length > MAX_NAME_LENGTH) {
    const refused = { status: 400, text: text('Enter your username or your e-mail address.') };
    return answerWith(page, form(page, refused), refused);
  }
  try {
    await limits.askedForMail({ login: name, ip: addressOf(page) });
  } catch (error) {
    const refused = refusedAttempt(page, error);
    return answerWith(page, form(page, refused), refused);
  }
  await core.passwordMails.request({ name, purpose: 'forgotten', language }, request.context);
  return answerWith(
    page,
    html`<p role="status">${text('If an account has this name or address, a mail with a link is on its way. Look into your mailbox, and among unwanted mail too.')}</p>`,
  );
};
