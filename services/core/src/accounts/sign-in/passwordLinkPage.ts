import { principalId } from '@almanac/identity';
import { html } from '@almanac/pages';
import { type InvalidParamsError, isInvalidParams, type RestResponse } from '@almanac/rest';
import type { User } from '../users/user.ts';
import {
  type Administration,
  administrationAddress,
  administrationAnswer,
  browserName,
  isSameOrigin,
  parameter,
  sessionOf,
  typedPassword,
} from './administrationPage.ts';
import { LinkUsedUpError, SET_PASSWORD, setPasswordByLink, userOfLink } from './passwordLinks.ts';
import { refusedForm } from './refusedForm.ts';
import { needsSecondStep } from './secondStepCopy.ts';
import { endSession, startSession } from './sessions.ts';
import { signedInAnswer, toSignIn } from './signInAnswers.ts';
import { fromOf, noteRefusal, noteSuccess } from './signInNotes.ts';

interface Fault {
  readonly status: number;
  readonly text: string;
}

const form = (page: Administration, of: User, fault: Fault | undefined) => {
  const { text } = page.renderContext;
  const described = fault ? html` aria-invalid="true" aria-describedby="fault"` : html``;
  return html`<h1>${text('Set your password')}</h1>
<p>${text('{user} signs in with this password. This page works once.', { user: of.login })}</p>
<form method="post" action="${administrationAddress(page.renderContext, SET_PASSWORD)}">
${fault && html`<p class="notice" id="fault" role="alert">${fault.text}</p>\n`}<input type="hidden" name="token" value="${parameter(page, 'token')}">
<p><label for="login">${text('Username')}</label>
<input id="login" type="text" value="${of.login}" autocomplete="username" readonly></p>
<p><label for="password">${text('New password, 12 characters or more')}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12"${described} required autofocus></p>
<p><label for="again">${text('Repeat the new password')}</label>
<input id="again" name="again" type="password" autocomplete="new-password" minlength="12"${described} required></p>
<p><button type="submit">${text('Set the password')}</button></p>
</form>`;
};

const formPage = (page: Administration, of: User, fault?: Fault): RestResponse =>
  administrationAnswer(
    page,
    { title: page.renderContext.text('Set your password'), main: form(page, of, fault) },
    { status: fault?.status ?? 200, name: SET_PASSWORD },
  );

/** Returns the same page for an unknown, an expired and a used link. */
const overPage = (page: Administration): RestResponse => {
  const { text } = page.renderContext;
  const title = text('This link is no longer valid');
  const main = html`<h1>${title}</h1>
<p>${text('The link works once and for a limited time. Ask an administrator of the site for a new one.')}</p>
<p><a href="${administrationAddress(page.renderContext)}">${text('Sign in')}</a></p>`;
  return administrationAnswer(page, { title, main }, { status: 410, name: SET_PASSWORD });
};

/** Returns the form of a one-time link. Opening it does not consume the link, so link scanners do no harm. */
export const renderSetPassword = async (page: Administration): Promise<RestResponse> => {
  const of = await userOfLink(page.core, parameter(page, 'token'));
  return of === undefined ? overPage(page) : formPage(page, of);
};

const linkOver = async (page: Administration): Promise<RestResponse> => {
  await noteRefusal(page.core, 'sign-in refused', { by: 'password-link', reason: 'over', from: fromOf(page) });
  return overPage(page);
};

/** Sets the password, signs in and ends the browser's previous session. */
export const setPassword = async (page: Administration): Promise<RestResponse> => {
  const { core, request, renderContext } = page;
  if (!isSameOrigin(page)) return refusedForm(page, SET_PASSWORD);
  const token = parameter(page, 'token');
  const of = await userOfLink(core, token);
  if (of === undefined) return linkOver(page);
  const password = typedPassword(page);
  if (password !== typedPassword(page, 'again')) {
    return formPage(page, of, { status: 400, text: renderContext.text('The two passwords are not the same.') });
  }
  const context = { ...request.context, principal: principalId({ ...of, kind: 'user' }) };
  try {
    const after = await setPasswordByLink(core, { commands: request.commands, context }, { token, of, password });
    return await enter(page, after);
  } catch (error) {
    if (error instanceof LinkUsedUpError) return linkOver(page);
    if (!isInvalidParams(error)) throw error;
    return formPage(page, of, weakness(page, error));
  }
};

const weakness = ({ renderContext: { text } }: Administration, { refusals }: InvalidParamsError): Fault => {
  const reason = refusals[0]?.reason;
  return { status: 400, text: text(reason?.message ?? '', { ...reason?.params, name: text('The password') }) };
};

const enter = async (page: Administration, user: User): Promise<RestResponse> => {
  const former = sessionOf(page);
  if (former !== undefined) await endSession(page.core, former);
  if (await needsSecondStep(page.core.documents, user)) return toSignIn(page, '');
  noteSuccess(page.core, 'signed in', { by: 'password-link', user, from: fromOf(page) });
  return signedInAnswer(
    page,
    await startSession(page.core, user, browserName(page)),
    administrationAddress(page.renderContext),
  );
};
