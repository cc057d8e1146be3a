const NAME = 'almanac-session';

/** Whether a host name is this machine's: `localhost` and what is below it, 127.0.0.0/8, ::1. */
export const isLocalHost = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);

/** Whether the session's cookie is kept to TLS: everywhere but on this machine. */
export const isSecureCookie = (baseUrl: string): boolean => !isLocalHost(new URL(baseUrl).hostname);

/** The prefix keeps neighbouring hosts from setting it (RFC 6265bis §4.1.3.2). */
const nameOf = (baseUrl: string): string => (isSecureCookie(baseUrl) ? `__Host-${NAME}` : NAME);

/** The session that a `Cookie` header names; undefined for none. */
export const sessionOfCookie = (header: string | undefined, baseUrl: string): string | undefined => {
  const start = `${nameOf(baseUrl)}=`;
  const found = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  return found === undefined || found === start ? undefined : found.slice(start.length);
};

/** A `Cookie` header without the session, for those who are not to act as its user; undefined where nothing is left. */
export const withoutSession = (header: string | undefined): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .filter((part) => !new RegExp(`^(?:__Host-)?${NAME}=`).test(part))
    .join('; ') || undefined;

/**
 * The `Set-Cookie` header that keeps a session in a browser; an empty one takes it away.
 * @param seconds how long
 */
export const sessionCookie = (session: string, baseUrl: string, seconds: number): string => {
  const attributes = ['Path=/', `Max-Age=${session === '' ? 0 : seconds}`, 'HttpOnly', 'SameSite=Lax'];
  if (isSecureCookie(baseUrl)) attributes.push('Secure');
  return [`${nameOf(baseUrl)}=${session}`, ...attributes].join('; ');
};
