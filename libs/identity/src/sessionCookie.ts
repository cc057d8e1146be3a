const NAME = 'almanac-session';
/** Of a sign-in that waits for its code. */
const SIGN_IN = 'almanac-sign-in';

/** Whether a host name is this machine's: `localhost` and what is below it, 127.0.0.0/8, ::1. */
export const isLocalHost = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);

/** Whether the session's cookie is kept to TLS: everywhere but on this machine. */
const isSecureCookie = (baseUrl: string): boolean => !isLocalHost(new URL(baseUrl).hostname);

/** The prefix keeps neighbouring hosts from setting it (RFC 6265bis §4.1.3.2). */
const nameAt = (name: string, baseUrl: string): string => (isSecureCookie(baseUrl) ? `__Host-${name}` : name);

const cookieOf = (name: string, header: string | undefined, baseUrl: string): string | undefined => {
  const start = `${nameAt(name, baseUrl)}=`;
  const found = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  return found === undefined || found === start ? undefined : found.slice(start.length);
};

/** The session that a `Cookie` header names; undefined for none. */
export const sessionOfCookie = (header: string | undefined, baseUrl: string): string | undefined =>
  cookieOf(NAME, header, baseUrl);

/** The sign-in that waits for its code in the browser with this `Cookie` header. */
export const signInOfCookie = (header: string | undefined, baseUrl: string): string | undefined =>
  cookieOf(SIGN_IN, header, baseUrl);

const SESSION = new RegExp(`^(?:__Host-)?${NAME}=`);

/** A `Cookie` header without the session, for those who are not to act as its user; undefined where nothing is left. */
export const withoutSession = (header: string | undefined): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .filter((part) => !SESSION.test(part))
    .join('; ') || undefined;

/** @param seconds how long; an empty value takes it away */
const cookie = (name: string, value: string, baseUrl: string, seconds: number): string => {
  const attributes = ['Path=/', `Max-Age=${value === '' ? 0 : seconds}`, 'HttpOnly', 'SameSite=Lax'];
  if (isSecureCookie(baseUrl)) attributes.push('Secure');
  return [`${nameAt(name, baseUrl)}=${value}`, ...attributes].join('; ');
};

/** The `Set-Cookie` header that keeps a session in a browser; an empty one takes it away. */
export const sessionCookie = (session: string, baseUrl: string, seconds: number): string =>
  cookie(NAME, session, baseUrl, seconds);

/** The `Set-Cookie` header that binds a sign-in that waits for its code to a browser. */
export const signInCookie = (browser: string, baseUrl: string, seconds: number): string =>
  cookie(SIGN_IN, browser, baseUrl, seconds);
