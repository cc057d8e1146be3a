import { type DomainError, isDomainError } from '@almanac/i18n';
import { type Html, html } from '@almanac/pages';
import { restErrors } from '@almanac/rest';
import { type Administration, addressOf, type SignedIn, typedPassword } from './administrationPage.ts';
import { confirmSession } from './sessions.ts';
import { fromOf, noteRefusal, noteSuccess } from './signInNotes.ts';
import { verifyAccount } from './verifyAccount.ts';

/** Reason why a form was refused. */
export interface FormRefusal {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: unknown;
}

export const refusedHeaders = (refused: FormRefusal | undefined): Readonly<Record<string, string>> =>
  refused?.retryAfter === undefined ? {} : { 'Retry-After': String(refused.retryAfter) };

/** Returns the refusal after too many wrong passwords. @throws every other error */
export const refusedAttempt = ({ renderContext }: Administration, error: unknown): FormRefusal => {
  if (!isDomainError(error) || !restErrors.tooManyAttempts.matches(error)) throw error;
  const { message, data }: DomainError = error;
  return { status: 429, text: renderContext.text(message), retryAfter: data.retry_after };
};

const NAME = 'current_password';

/** Returns a field for the account's password, so that an open browser is not enough. @param of name of the form */
export const askedPasswordField = ({ renderContext }: Administration, of: string): Html =>
  html`<p><label for="${of}-password">${renderContext.text('Your current password')}</label>
<input id="${of}-password" name="${NAME}" type="password" autocomplete="current-password" required></p>\n`;

/**
 * Checks the typed password and limits guesses. A right password confirms the session for changes through the
 * interface. Returns the error; undefined if the password is right.
 */
export const refusedPassword = async (page: SignedIn): Promise<FormRefusal | undefined> => {
  const { core, limits, user, renderContext } = page;
  const tried = { by: 'page', name: user.login, from: fromOf(page) } as const;
  try {
    const attempt = { login: user.login, password: typedPassword(page, NAME), ip: addressOf(page) };
    const known = await verifyAccount(core, limits, attempt);
    if (known?.id === user.id) {
      if (user.credential?.kind === 'session') await confirmSession(core, user.credential.id);
      noteSuccess(core, 'identity confirmed', { ...tried, user });
      return undefined;
    }
    await noteRefusal(core, 'confirmation refused', { ...tried, reason: 'wrong-password' });
    return { status: 403, text: renderContext.text('The password is not right.') };
  } catch (error) {
    const refused = refusedAttempt(page, error);
    await noteRefusal(core, 'confirmation refused', { ...tried, reason: 'too-many-attempts' });
    return refused;
  }
};
