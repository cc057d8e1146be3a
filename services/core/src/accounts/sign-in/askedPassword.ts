import { type DomainError, isDomainError } from '@almanac/i18n';
import { type Html, html } from '@almanac/pages';
import { type Administration, addressOf, type SignedIn, typedPassword } from './administrationPage.ts';
import { fromOf, noteRefusal, noteSuccess } from './signInNotes.ts';
import { verifyAccount } from './verifyAccount.ts';

/** Why a form does nothing. */
export interface Refused {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: unknown;
}

export const refusedHeaders = (refused: Refused | undefined): Readonly<Record<string, string>> =>
  refused?.retryAfter === undefined ? {} : { 'Retry-After': String(refused.retryAfter) };

/** There were too many wrong passwords. @throws every other error */
export const refusedAttempt = ({ renderContext }: Administration, error: unknown): Refused => {
  if (!isDomainError(error) || error.status !== 429) throw error;
  const { message, data }: DomainError = error;
  return { status: 429, text: renderContext.text(message), retryAfter: data.retry_after };
};

const NAME = 'current_password';

/** Asks for the account's password again, so that an open browser is not enough. @param of what it is asked for */
export const askedPasswordField = ({ renderContext }: Administration, of: string): Html =>
  html`<p><label for="${of}-password">${renderContext.text('Your current password')}</label>
<input id="${of}-password" name="${NAME}" type="password" autocomplete="current-password" required></p>\n`;

/** Why the password that was typed beside a form lets nothing be done; undefined where it is right. Guesses are limited. */
export const refusedPassword = async (page: SignedIn): Promise<Refused | undefined> => {
  const { core, limits, user, renderContext } = page;
  const tried = { by: 'page', name: user.login, from: fromOf(page) } as const;
  try {
    const attempt = { login: user.login, password: typedPassword(page, NAME), ip: addressOf(page) };
    const known = await verifyAccount(core, limits, attempt);
    if (known?.id === user.id) {
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
