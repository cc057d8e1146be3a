import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import {
  type Administration,
  administrationAddress,
  administrationAnswer,
  type SignedIn,
} from '../../sign-in/administrationPage.ts';
import { tokenField } from '../../sign-in/authorizeForms.ts';
import type { ConsoleView } from '../../sign-in/consoleViews.ts';
import { SIGN_IN } from '../../sign-in/signInAnswers.ts';
import { hiddenField } from '../consoleForms.ts';

/** What was typed, as fields that are not shown; the token of the session that has ended is not worth keeping. */
const carried = ({ request }: Administration): Html[] =>
  Object.entries(request.params)
    .filter(([name]) => name !== 'token')
    .flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((each) => hiddenField(`${name}[]`, String(each)))
        : [hiddenField(name, String(value))],
    );

/** Browsers let nobody fill in a file but who chooses it. */
const fileIsLost = ({ renderContext: { text } }: Administration): string =>
  text('The file that you chose cannot wait here; choose it again in the form once what you typed is saved.');

const sendAgain = (page: Administration, { name }: ConsoleView, token?: Html): Html =>
  html`<form method="post" action="${administrationAddress(page.renderContext, name)}">
${token}${carried(page)}${
  page.file !== undefined &&
  html`<p>${fileIsLost(page)}</p>
`
}<p><button type="submit">${page.renderContext.text('Send again what I typed')}</button></p>
</form>
`;

/** The session has ended over a form: it waits here until its writer has signed in elsewhere. */
export const afterSession = (page: Administration, view: ConsoleView): RestResponse => {
  const { renderContext } = page;
  const { text } = renderContext;
  const title = text('Sign in to save what you typed');
  const link = html`<a href="${administrationAddress(renderContext, SIGN_IN)}" target="_blank">${text('Sign in in a new tab')}</a>`;
  const main = html`<h1>${title}</h1>
<p>${text('You are not signed in any more; nothing was saved yet, and nothing is lost while this page is open.')}</p>
<ol>
<li>${link}</li>
<li>${text('Come back here and send it again.')}</li>
</ol>
${sendAgain(page, view)}`;
  return administrationAnswer(page, { title, main }, { status: 401, name: view.name });
};

/** The form is of an earlier session, or too old: it can be sent again, by who sees that it was theirs. */
export const withNewToken = (page: SignedIn, view: ConsoleView): RestResponse => {
  const { text } = page.renderContext;
  const title = text('Not saved yet');
  const main = html`<h1>${title}</h1>
<p>${text('The form was open for too long, or you have signed in anew since. Send it again only if you have just typed it yourself.')}</p>
${sendAgain(page, view, tokenField(page))}`;
  return administrationAnswer(page, { title, main }, { status: 403, name: view.name });
};
