import { sessionCookie } from '@almanac/identity';
import { redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { type Administration, administrationAddress } from './administrationPage.ts';
import { SESSION_SECONDS } from './sessions.ts';

export const SIGN_IN = 'sign-in';

/** Redirects to the sign-in page, which leads back to a page of the administration. */
export const toSignIn = ({ renderContext }: Administration, back: string): RestResponse =>
  redirectTo(`${administrationAddress(renderContext, SIGN_IN)}?${new URLSearchParams({ redirect_to: back })}`);

/** Sets the session cookie and redirects to the page that the user wanted to open. */
export const signedInAnswer = (
  { request }: Administration,
  session: string,
  back: string,
  cookies: readonly string[] = [],
): RestResponse =>
  redirectTo(back, 302, { 'Set-Cookie': [sessionCookie(session, request.site, SESSION_SECONDS), ...cookies] });
