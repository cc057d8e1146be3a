import { html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { type Administration, administrationAnswer } from './administrationPage.ts';
import { authorizationRequest, faultsOf } from './authorizationRequest.ts';
import { withParameters } from './redirectAddress.ts';

/** The gateway's word that passwords are taken on this connection: over TLS and on loopback. */
export const OFFERS_PASSWORDS = 'x-almanac-offers-passwords';

/** Passwords travel neither way without TLS: the administration is not available (docs/interface/pages.md §7.2). */
export const unavailablePage = (page: Administration): RestResponse => {
  const { text } = page.renderContext;
  const asked = authorizationRequest(page);
  const { rejectUrl } = asked;
  const back =
    rejectUrl === '' || faultsOf(asked).length > 0 ? undefined : withParameters(rejectUrl, { error: 'disabled' });
  const title = text('Not available over this connection');
  const main = html`<h1>${title}</h1>
<p>${text('Signing in and application passwords need HTTPS.')}</p>
${back && html`<p><a href="${back}">${text('Back to the application')}</a></p>`}`;
  return administrationAnswer({ ...page, user: undefined }, { title, main }, { status: 501 });
};
