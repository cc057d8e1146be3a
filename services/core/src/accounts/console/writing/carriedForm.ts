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

/** Renders the typed values as hidden fields, without the token of the ended session. */
const carried = ({ request }: Administration): Html[] =>
  Object.entries(request.params)
    .filter(([name]) => name !== 'token')
    .flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((each) => hiddenField(`${name}[]`, String(each)))
        : [hiddenField(name, String(value))],
    );

/** The notice that a file must be chosen again: browsers do not let a page fill in a file. */
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

/**
 * Returns the page for a form whose session has ended: it keeps the values until the user has signed in in another
 * tab.
 */
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

/**
 * Returns the page for a form of an earlier session, or an expired one: users who recognise their values can send them
 * again.
 */
export const withNewToken = (page: SignedIn, view: ConsoleView): RestResponse => {
  const { text } = page.renderContext;
  const title = text('Not saved yet');
  const main = html`<h1>${title}</h1>
<p>${text('The form was open for too long, or you have signed in anew since. Send it again only if you have just typed it yourself.')}</p>
${sendAgain(page, view, tokenField(page))}`;
  return administrationAnswer(page, { title, main }, { status: 403, name: view.name });
};
