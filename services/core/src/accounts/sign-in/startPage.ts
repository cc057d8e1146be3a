import { principalId, sessionCookie } from '@almanac/identity';
import { dayText, html, redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { coreErrors } from '../../errors.ts';
import type { ApplicationPassword } from '../application-passwords/applicationPassword.ts';
import { applicationPasswordDecider } from '../application-passwords/passwordCommands.ts';
import { passwordsOf } from '../application-passwords/readModels/passwordList.ts';
import { forgetPasswords } from '../application-passwords/revokePasswords.ts';
import { usageOf } from '../application-passwords/usage.ts';
import {
  type Administration,
  administrationAddress,
  administrationAnswer,
  hasSessionNonce,
  interfaceNonce,
  parameter,
  type SignedIn,
  sessionOf,
} from './administrationPage.ts';
import { tokenField } from './authorizeForms.ts';
import { refusedForm } from './refusedForm.ts';
import { endSession } from './sessions.ts';
import { toSignIn } from './signInAnswers.ts';

/** The start page without the console, which is at the address of the administration itself where it is served. */
export const START = 'start';

/** The page on which users change their credentials. */
export const OWN_ACCOUNT = 'account';

/** Returns the day of a time on the site's clock. */
const dayOf = (page: SignedIn, iso: string) => {
  const zone = page.core.settings.current().timezone;
  const day = Temporal.Instant.from(iso)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
  return html`<time datetime="${iso}">${dayText(day, page.renderContext)}</time>`;
};

const passwordEntry = async (page: SignedIn, { uuid, name, created }: ApplicationPassword) => {
  const { text } = page.renderContext;
  const use = await usageOf(page.core.entries, uuid);
  const used =
    use === undefined ? text('never used') : html`${text('last used:')} ${dayOf(page, new Date(use.at).toISOString())}`;
  return html`<li>
<h3>${name}</h3>
<p class="soft">${text('created:')} ${dayOf(page, created)} · ${used}</p>
<form method="post" action="${administrationAddress(page.renderContext, 'revoke')}">
${tokenField(page)}<input type="hidden" name="uuid" value="${uuid}">
<p><button type="submit" class="second" aria-label="${text('Revoke {application}', { application: name })}">${text('Revoke')}</button></p>
</form>
</li>\n`;
};

const passwordList = async (page: SignedIn) => {
  const { text } = page.renderContext;
  const passwords = await passwordsOf(page.core.documents, page.user.id);
  if (passwords.length === 0) return html`<p>${text('You have no application passwords.')}</p>`;
  const entries = await Promise.all(passwords.map((each) => passwordEntry(page, each)));
  return html`<ul class="cards">
${entries}</ul>`;
};

const startContent = async (page: SignedIn) => {
  const { renderContext, user } = page;
  const { text } = renderContext;
  return html`<h1>${text('Administration')}</h1>
<p>${text('You are signed in as {user}.', { user: user.login })} <span class="tag">${user.roles.join(', ')}</span></p>
<form method="post" action="${administrationAddress(renderContext, 'sign-out')}">
${tokenField(page)}<p><button type="submit">${text('Sign out')}</button></p>
</form>
<p><a href="${administrationAddress(renderContext, OWN_ACCOUNT)}">${text('Password, e-mail address and sessions')}</a></p>
<h2>${text('Your application passwords')}</h2>
${await passwordList(page)}
<h2>${text('For scripts of this site')}</h2>
<p>${text('Requests to the interface with this session need the header X-Core-Nonce:')} <code>${interfaceNonce(page)}</code></p>`;
};

/** Shows the signed-in user, and the applications that may act for this user. */
export const renderStart = async (page: Administration): Promise<RestResponse> => {
  const { user } = page;
  if (user === undefined) return toSignIn(page, START);
  const signedIn = { ...page, user };
  const title = page.renderContext.text('Administration');
  return administrationAnswer(page, { title, main: await startContent(signedIn) });
};

const isOwnForm = (page: SignedIn): boolean => hasSessionNonce(page) || hasSessionNonce(page, 'interface');

/** Ends the session; the console sends the form with the nonce of its session. */
export const signOut = async (page: Administration): Promise<RestResponse> => {
  const { core, request, user, renderContext } = page;
  const session = sessionOf(page);
  if (user !== undefined && !isOwnForm({ ...page, user })) return refusedForm(page, '');
  if (session !== undefined) await endSession(core, session);
  const headers = { 'Set-Cookie': sessionCookie('', request.site, 0) };
  return redirectTo(administrationAddress(renderContext, 'sign-in'), 302, headers);
};

/** Revokes one of the user's own application passwords; a password that is already revoked is no error. */
export const revokePassword = async (page: Administration): Promise<RestResponse> => {
  const { core, request, user } = page;
  if (user === undefined) return toSignIn(page, '');
  if (!hasSessionNonce({ ...page, user })) return refusedForm(page, '');
  const uuid = parameter(page, 'uuid');
  const context = { ...request.context, principal: principalId(user) };
  try {
    await request.commands.run(context, (unit) =>
      unit.decide(applicationPasswordDecider, uuid, { type: 'Revoke', user: user.id }, undefined),
    );
    await forgetPasswords(core, [uuid]);
  } catch (error) {
    if (!coreErrors.unknownPassword.matches(error)) throw error;
  }
  return redirectTo(administrationAddress(page.renderContext, START));
};
