import { DomainError } from '@almanac/i18n';
import { isLocalHost } from '@almanac/identity';

const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/[^/?#\\]/i;

/** The web's own, and those of applications: named after their domain, as no scheme is that browsers act upon themselves. */
const isTaken = (scheme: string): boolean => scheme === 'https' || scheme === 'http' || scheme.includes('.');

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNFIT = /[\u0000-\u0020\u007f\\]/;

/**
 * Checks an address that a user is to be sent to (docs/interface/pages.md §7.2): absolute with scheme and host, not
 * plain HTTP but to this machine. An application's own scheme contains a dot: `com.example.app`.
 * @param name the parameter that holds it
 * @throws DomainError 400 `invalid_redirect_url_format`, `invalid_redirect_scheme`
 */
export const checkRedirect = (name: string, address: string): void => {
  const scheme = ABSOLUTE.exec(address)?.[1]?.toLowerCase();
  const host = scheme === undefined || UNFIT.test(address) || !URL.canParse(address) ? '' : new URL(address).hostname;
  if (scheme === undefined || host === '' || !isTaken(scheme)) {
    throw new DomainError(
      'invalid_redirect_url_format',
      400,
      '{name} must be a whole address that begins with its scheme.',
      {
        params: { name },
      },
    );
  }
  if (scheme === 'http' && !isLocalHost(host)) {
    throw new DomainError('invalid_redirect_scheme', 400, '{name} must be reached over HTTPS.', { params: { name } });
  }
};

/** The address with parameters added to its query; what it has already stays as it is written. */
export const withParameters = (address: string, added: Readonly<Record<string, string>>): string => {
  const { href, hash, search } = new URL(address);
  const whole = href.slice(0, href.length - hash.length);
  const query = Object.entries(added)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const between = search !== '' ? '&' : whole.endsWith('?') ? '' : '?';
  return `${whole}${between}${query}${hash}`;
};

/** Where an address leads, for people: scheme and host. */
export const siteOf = (address: string): string => {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
};

/** The source in a Content-Security-Policy that allows forms to lead there. */
export const policySource = (address: string): string => {
  const { protocol, host } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && /^[a-z0-9.-]+(?::\d+)?$/.test(host) ? `${protocol}//${host}` : protocol;
};
