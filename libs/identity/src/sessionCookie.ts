const NAME = 'almanac-session';
/** The cookie of a sign-in that waits for its code. */
const SIGN_IN = 'almanac-sign-in';
/** The cookie of a sign-in that continues at an identity provider. */
const OPENID = 'almanac-openid';

/** True for a host name of this machine: `localhost` and its subdomains, 127.0.0.0/8, ::1. */
export const isLocalHost = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);

/** True if the cookie requires TLS: everywhere but on this machine. */
const isSecureCookie = (baseUrl: string): boolean => !isLocalHost(new URL(baseUrl).hostname);

/** Returns the cookie's name; its prefix keeps neighbouring hosts from setting it (RFC 6265bis §4.1.3.2). */
const nameAt = (name: string, baseUrl: string): string => (isSecureCookie(baseUrl) ? `__Host-${name}` : name);

const cookieOf = (name: string, header: string | undefined, baseUrl: string): string | undefined => {
  const start = `${nameAt(name, baseUrl)}=`;
  const found = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  return found === undefined || found === start ? undefined : found.slice(start.length);
};

/** Returns the session in a `Cookie` header; undefined for none. */
export const sessionOfCookie = (header: string | undefined, baseUrl: string): string | undefined =>
  cookieOf(NAME, header, baseUrl);

/** Returns the sign-in that waits for its code, from a `Cookie` header; undefined for none. */
export const signInOfCookie = (header: string | undefined, baseUrl: string): string | undefined =>
  cookieOf(SIGN_IN, header, baseUrl);

/** Returns the sealed state of a sign-in at an identity provider, from a `Cookie` header; undefined for none. */
export const openIdOfCookie = (header: string | undefined, baseUrl: string): string | undefined =>
  cookieOf(OPENID, header, baseUrl);

const SESSION = new RegExp(`^(?:__Host-)?${NAME}=`);

/** Returns a `Cookie` header without the session, for recipients that must not act as its user; undefined if empty. */
export const withoutSession = (header: string | undefined): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .filter((part) => !SESSION.test(part))
    .join('; ') || undefined;

/** @param seconds maximum age; an empty value deletes the cookie */
const cookie = (name: string, value: string, baseUrl: string, seconds: number): string => {
  const attributes = ['Path=/', `Max-Age=${value === '' ? 0 : seconds}`, 'HttpOnly', 'SameSite=Lax'];
  if (isSecureCookie(baseUrl)) attributes.push('Secure');
  return [`${nameAt(name, baseUrl)}=${value}`, ...attributes].join('; ');
};

/** Returns the `Set-Cookie` header that stores a session in a browser; an empty session deletes it. */
export const sessionCookie = (session: string, baseUrl: string, seconds: number): string =>
  cookie(NAME, session, baseUrl, seconds);

/** Returns the `Set-Cookie` header that binds a sign-in that waits for its code to a browser. */
export const signInCookie = (browser: string, baseUrl: string, seconds: number): string =>
  cookie(SIGN_IN, browser, baseUrl, seconds);

/** Returns the `Set-Cookie` header that binds a sign-in at an identity provider to a browser. */
export const openIdCookie = (sealed: string, baseUrl: string, seconds: number): string =>
  cookie(OPENID, sealed, baseUrl, seconds);
