import type { DomainError } from '@almanac/i18n';
import { type Html, html } from '@almanac/pages';
import { type Administration, administrationAddress, formToken, type SignedIn } from './administrationPage.ts';
import { type AuthorizationRequest, rejection, sentParameters } from './authorizationRequest.ts';
import { siteOf } from './redirectAddress.ts';

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">\n`;

/** Returns the nonce that keeps other sites from submitting a form in the user's name. */
export const tokenField = (page: SignedIn): Html => hidden('token', formToken(page));

const destinations = (page: SignedIn, asked: AuthorizationRequest): Html => {
  const { text } = page.renderContext;
  const to = (address: string): Html => html`<strong>${siteOf(address)}</strong>`;
  const handed =
    asked.successUrl === ''
      ? text('The password is then shown here once, for you to copy.')
      : html`${text('The password is handed to:')} ${to(asked.successUrl)}`;
  return html`<dl class="facts">
<dt>${text('If you approve')}</dt>
<dd>${handed}</dd>
<dt>${text('If you reject')}</dt>
<dd>${text('You are sent to:')} ${to(rejection(asked, page))}</dd>
</dl>`;
};

interface Consent {
  /** Error of the name. */
  readonly fault: string | undefined;
  /** Additional notice. */
  readonly notice: string | undefined;
  /** Additional confirmation fields, and the button that sends a code. */
  readonly holder: { readonly fields: Html; readonly send: Html } | undefined;
}

/** Returns the form with the application, its request, an editable name and two buttons. */
export const consentForm = (page: SignedIn, asked: AuthorizationRequest, { fault, notice, holder }: Consent): Html => {
  const { renderContext, user } = page;
  const { text } = renderContext;
  const kept = sentParameters(asked).filter(([name]) => name !== 'app_name');
  return html`<h1>${text('Authorize an application')}</h1>
<p class="lead">${
    asked.appName === ''
      ? text('An application asks to act as {user} on {site}.', { user: user.login, site: renderContext.site.name })
      : text('{application} asks to act as {user} on {site}.', {
          application: asked.appName,
          user: user.login,
          site: renderContext.site.name,
        })
  }</p>
<p class="notice">${text('It will be able to do everything that you can do here, until you revoke its password.')} ${text(
    'Approve only if you know the application and have just asked for this yourself.',
  )}</p>
<form method="post" action="${administrationAddress(renderContext, 'authorize-application.php')}">
${hidden('action', 'authorize_application')}${tokenField(page)}${kept.map(([name, value]) => hidden(name, value))}${
  fault !== undefined && html`<p class="notice" id="fault" role="alert">${fault}</p>\n`
}<p><label for="app_name">${text('Name of the new application password')}</label>
<input type="text" id="app_name" name="app_name" value="${asked.appName}" required autocomplete="off"${
    fault !== undefined && html` aria-invalid="true" aria-describedby="fault"`
  }></p>
${destinations(page, asked)}
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>\n`}${holder?.fields}<p class="choices"><button type="submit" name="approve" value="1">${text('Approve')}</button>
<button type="submit" class="second" name="reject" value="1" formnovalidate>${text('Reject')}</button></p>
${holder?.send}</form>`;
};

/** Returns the errors of an application's request as a list. */
export const faultList = (
  { renderContext }: Administration,
  title: string,
  faults: readonly DomainError[],
): Html => html`<h1>${title}</h1>
<ul>
${faults.map(({ code, message, params }) => html`<li>${renderContext.text(message, params)} <code>${code}</code></li>\n`)}</ul>
<p><a href="${administrationAddress(renderContext)}">${renderContext.text('Administration')}</a></p>`;

/** Returns the page content that shows a new password in groups. */
export const passwordShownOnce = (
  { renderContext }: SignedIn,
  { name, password }: { readonly name: string; readonly password: string },
): Html => html`<h1>${renderContext.text('Application password created')}</h1>
<p>${renderContext.text('This is the password of {application}:', { application: name })}</p>
<p class="secret"><code>${password}</code></p>
<p class="notice">${renderContext.text('Copy it now: it is not shown again.')}</p>
<p><a href="${administrationAddress(renderContext)}">${renderContext.text('Administration')}</a></p>`;
