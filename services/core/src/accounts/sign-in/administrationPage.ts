import { nonceFits, type Principal, sessionCookie, sessionNonce, sessionOfCookie, type User } from '@almanac/identity';
import { inEveryLanguage, type Page, type PageOptions, pageAnswer, type RenderContext } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { PageContext } from '../../pageContext.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import type { AttemptLimits } from './attemptLimits.ts';
import { SESSION_SECONDS } from './sessions.ts';

/** The context in which an administration page is rendered. */
export interface Administration extends PageContext {
  readonly core: AccountsCore;
  readonly limits: AttemptLimits;
  /**
   * The signed-in user. Only the session's cookie identifies the user: application passwords open no page
   * (docs/interface/server.md §15.3).
   */
  readonly user: User | undefined;
}

/** A user is signed in. */
export type SignedIn = Administration & { readonly user: User };

interface AddressContext extends Pick<RenderContext, 'baseUrl'> {
  readonly language: string;
}

/** Returns the address of an administration page. It contains the language, so that the chosen language stays. */
export const administrationAddress = ({ baseUrl, language }: AddressContext, name = ''): string =>
  `${baseUrl}/${language}/admin/${name}`;

/** Returns a parameter of query or form; empty if it is missing or not a text. */
export const parameter = ({ request }: PageContext, name: string): string => {
  const value = request.params[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Returns a password of a form, as it was typed. */
export const typedPassword = ({ request }: PageContext, name = 'password'): string => {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
};

/** Returns the client's address, in the form that limits count. */
export const addressOf = ({ request }: PageContext): string => String(request.headers['x-forwarded-for'] ?? '');

/** Returns the name that the browser sends for itself. */
export const browserName = ({ request }: PageContext): string => String(request.headers['user-agent'] ?? '');

export const sessionOf = ({ request }: Pick<PageContext, 'request'>): string | undefined =>
  sessionOfCookie(request.headers.cookie, request.site);

const nonceOf = (page: PageContext, principal: Principal, action: 'form' | 'interface'): string =>
  sessionNonce(principal, { action, secret: page.core.secret, now: page.core.now() });

/** Returns the anti-forgery token for the forms of this session. */
export const formToken = (page: SignedIn): string => nonceOf(page, page.user, 'form');

/**
 * Returns the nonce that a script of a signed-in page sends with requests to the interface (docs/interface/server.md
 * §15.2).
 */
export const interfaceNonce = (page: SignedIn): string => nonceOf(page, page.user, 'interface');

/** True if a form was sent from a page of this site, according to the browser's headers; other clients send none. */
export const isSameOrigin = ({ request }: Pick<PageContext, 'request'>): boolean => {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === new URL(request.site).host;
};

const secretsOf = ({ core: { secret, otherSecrets } }: SignedIn) => ({ secret, otherSecrets });

/**
 * True if a form was sent from a page of this session.
 * @param action `interface` for forms that a script of the session sends with its nonce
 */
export const hasSessionNonce = (page: SignedIn, action: 'form' | 'interface' = 'form'): boolean =>
  isSameOrigin(page) &&
  nonceFits(parameter(page, 'token'), page.user, { ...secretsOf(page), action, now: page.core.now() });

const RETAINED_DIRECTIVES: ReadonlySet<string> = new Set(['style-src', 'style-src-elem']);

/**
 * Returns the Content-Security-Policy of a page of the administration. The page has no script, loads only the site's
 * icon, is shown in no frame, and its forms submit only to this site and to the given targets.
 */
const policyOf = (policy: unknown, formTargets: readonly string[]): string => {
  const kept = String(policy)
    .split('; ')
    .filter((directive) => RETAINED_DIRECTIVES.has(directive.split(' ', 1)[0] ?? ''));
  return [
    "default-src 'none'",
    ...kept,
    "img-src 'self' data:",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

interface AnswerOptions extends Pick<PageOptions, 'status' | 'headers'> {
  /** The page's name in its address. */
  readonly name?: string;
  /** Its query in other languages. */
  readonly query?: string;
  /** Targets of its forms besides this site, as sources of a Content-Security-Policy. */
  readonly formTargets?: readonly string[];
}

/** Returns the answer with an administration page. No cache stores it; it renews the cookie of a signed-in browser. */
export const administrationAnswer = (
  page: Administration,
  content: Pick<Page, 'title' | 'main'>,
  { status = 200, headers = {}, name = '', query = '', formTargets = [] }: AnswerOptions = {},
): RestResponse => {
  const { renderContext, user, request } = page;
  const session = user === undefined ? undefined : sessionOf(page);
  const addressIn = (language: RenderContext['language']) =>
    administrationAddress({ baseUrl: renderContext.baseUrl, language }, name) + (query === '' ? '' : `?${query}`);
  const meta = user === undefined ? {} : { 'core-nonce': interfaceNonce({ ...page, user }) };
  const answer = pageAnswer(
    request,
    renderContext,
    { ...content, indexed: false, hasSignInLink: false, versions: inEveryLanguage(addressIn), meta },
    { status, isPrivate: true },
  );
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'Content-Security-Policy': policyOf(answer.headers?.['Content-Security-Policy'], formTargets),
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'same-origin',
      ...(session === undefined ? {} : { 'Set-Cookie': sessionCookie(session, request.site, SESSION_SECONDS) }),
      ...headers,
    },
  };
};
