import { dayText, dayTimeSeparator, type Html, html, timeText } from '@almanac/pages';
import { administrationAddress, type SignedIn } from '../sign-in/administrationPage.ts';
import { sendCodeButton } from '../sign-in/askedCode.ts';
import { askedPasswordField } from '../sign-in/askedPassword.ts';
import { tokenField } from '../sign-in/authorizeForms.ts';
import type { OpenSession } from '../sign-in/sessions.ts';
import { OWN_ACCOUNT } from '../sign-in/startPage.ts';
import type { Change } from './ownChanges.ts';

/** Returns the fields that confirm a change: the password, and a code if required. @param of name of the form */
export type ConfirmationFields = (of: string) => Html;

const begun = (
  page: SignedIn,
  change: string,
): Html => html`<form method="post" action="${administrationAddress(page.renderContext, OWN_ACCOUNT)}">
${tokenField(page)}<input type="hidden" name="change" value="${change}">
`;

/** Returns a form that makes one change. */
const form = (
  page: SignedIn,
  change: Change,
  fields: Html,
  button: string,
): Html => html`${begun(page, change)}${fields}<p><button type="submit">${button}</button></p>
</form>\n`;

/** Value of the field `change` that only requests a code and changes nothing. */
export const SEND_CODE = 'code';

/** Returns the form that sends a code for the forms that require one. */
export const codeForm = (page: SignedIn): Html => {
  const { text } = page.renderContext;
  return html`<h2>${text('Your code')}</h2>
<p>${text('You sign in with a code. Each change of your password or e-mail address needs a code too: by mail, or a recovery code.')}</p>
${begun(page, SEND_CODE)}${sendCodeButton(page)}</form>\n`;
};

export const addressForm = (page: SignedIn, asked: ConfirmationFields, address: string): Html => {
  const { text } = page.renderContext;
  const fields = html`<p><label for="email">${text('E-mail address')}</label>
<input id="email" name="email" type="email" value="${address}" autocomplete="email" required></p>\n`;
  return html`<h2>${text('Your e-mail address')}</h2>\n${form(page, 'address', html`${fields}${asked('address')}`, text('Change the address'))}`;
};

export const passwordForm = (page: SignedIn, asked: ConfirmationFields): Html => {
  const { text } = page.renderContext;
  const fields = html`<p><label for="password">${text('New password')}</label>
<input id="password" name="password" type="password" autocomplete="new-password" aria-describedby="password-rule" required></p>
<p class="soft" id="password-rule">${text('At least 12 characters, and not a common password. You stay signed in here, and are signed out everywhere else.')}</p>
<p><label><input type="checkbox" name="revoke" value="1"> ${text('Revoke all application passwords too')}</label></p>\n`;
  return html`<h2>${text('A new password')}</h2>\n${form(page, 'password', html`${fields}${asked('password')}`, text('Change the password'))}`;
};

/** Returns the form that connects the account to the identity provider, or disconnects it. */
export const openIdForm = (page: SignedIn, asked: ConfirmationFields, isConnected: boolean): Html => {
  const { openId } = page.core;
  if (openId === undefined) return html``;
  const { text } = page.renderContext;
  const params = { name: openId.name };
  const [change, explanation, button] = isConnected
    ? ([
        'disconnect',
        text('Your account is connected: you can sign in with {name}.', params),
        text('Disconnect'),
      ] as const)
    : ([
        'connect',
        text('Connect your account, to sign in with {name} from then on.', params),
        text('Connect'),
      ] as const);
  return html`<h2>${text('Sign in with {name}', params)}</h2>
<p>${explanation}</p>
${form(page, change, asked(change), button)}`;
};

/** Returns the form that confirms the session for changes through the interface. */
export const confirmForm = (page: SignedIn): Html => {
  const { text } = page.renderContext;
  return html`<h2>${text('Confirm that it is you')}</h2>
<p>${text('Another view asks you to confirm that it is you before it changes your account: type your password here.')}</p>
${form(page, 'confirm', askedPasswordField(page, 'confirm'), text('Confirm'))}`;
};

/** Renders a time on the site's clock. */
const momentText = ({ core, renderContext }: SignedIn, iso: string): Html => {
  const zone = core.settings.current().timezone;
  const clock = Temporal.Instant.from(iso)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
  return html`<time datetime="${iso}">${dayText(clock, renderContext)}${dayTimeSeparator(renderContext)}${timeText(clock, renderContext)}</time>`;
};

const sessionEntry = (page: SignedIn, { name, began, browser }: OpenSession): Html => {
  const { text } = page.renderContext;
  const { credential } = page.user;
  const isThis = credential?.kind === 'session' && credential.id === name;
  const since = html`<span class="soft">${text('since:')} ${momentText(page, began)}</span>`;
  const named = browser === '' ? text('an unknown browser') : browser;
  return isThis
    ? html`<li><p><strong>${text('This browser')}</strong> ${since}</p></li>\n`
    : html`<li><label><input type="checkbox" name="session[]" value="${name}"> ${named} ${since}</label></li>\n`;
};

export const sessionForm = (page: SignedIn, sessions: readonly OpenSession[]): Html => {
  const { text } = page.renderContext;
  const list = html`<ul class="plain">
${sessions.map((each) => sessionEntry(page, each))}</ul>\n`;
  const shown =
    sessions.length > 1
      ? form(page, 'sessions', html`${list}${askedPasswordField(page, 'sessions')}`, text('End the selected sessions'))
      : list;
  return html`<h2>${text('Where you are signed in')}</h2>\n${shown}`;
};
