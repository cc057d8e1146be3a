import { beginSignInOfMisc, checkCodeOfMisc, makeRecoveryCodesOfMisc, sendCodeOfMisc } from '@almanac/contracts';
import { askInternal } from '@almanac/service';
import type { User } from '../users/user.ts';
import { type Administration, addressOf, browserName } from './administrationPage.ts';

// Requests to misc, which owns the second step (docs/architecture.md §10). Each throws ServiceUnavailableError while
// misc is unreachable, so users who need the step cannot sign in.

const asking = ({ request }: Administration) => ({
  language: request.language,
  correlation: request.context.correlation,
});

/** Returns the origin of a request, as mails show it. */
const placeOf = (page: Administration) => ({
  ip: addressOf(page).slice(0, 100),
  browser: browserName(page).slice(0, 500),
  site: page.request.site,
});

/** Begins the second step of a user whose password was right. */
export const beginSecondStep = (page: Administration, { id, email }: User) =>
  askInternal(page.core.fetchInternal, beginSignInOfMisc, {
    ...asking(page),
    send: { user: id, address: email, apiRoot: page.request.apiRoot, ...placeOf(page) },
    timeout: 10_000,
  });

/** Sends another code. */
export const sendCode = (page: Administration, session: string) =>
  askInternal(page.core.fetchInternal, sendCodeOfMisc, { ...asking(page), send: { session, ...placeOf(page) } });

/** Checks a code; a right code is accepted only once. */
export const checkCode = (page: Administration, session: string, code: string) =>
  askInternal(page.core.fetchInternal, checkCodeOfMisc, { ...asking(page), send: { session, code } });

/** Replaces the user's recovery codes. Misc computes ten slow hashes, hence the long timeout. */
export const makeRecoveryCodes = (page: Administration, user: number) =>
  askInternal(page.core.fetchInternal, makeRecoveryCodesOfMisc, { ...asking(page), send: { user }, timeout: 20_000 });
