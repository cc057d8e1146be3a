import { isLocalHost } from '@almanac/identity';
import { coreErrors } from '../../errors.ts';

const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/[^/?#\\]/i;

/** Schemes that browsers handle themselves; the others belong to applications. */
const REFUSED_SCHEMES: ReadonlySet<string> = new Set([
  'about',
  'blob',
  'chrome',
  'data',
  'file',
  'filesystem',
  'ftp',
  'intent',
  'javascript',
  'vbscript',
  'view-source',
  'ws',
  'wss',
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters to refuse them
const INVALID_CHARACTERS = /[\u0000-\u0020\u007f\\]/;

/**
 * Checks a redirect address (docs/interface/pages.md §7.2): absolute, with scheme and host. Plain HTTP is accepted only
 * for this machine. An application may have its own scheme: `harbour`, `com.example.app`.
 * @param name the parameter that holds it
 * @throws DomainError 400 `invalid_redirect_url_format`, `invalid_redirect_scheme`
 */
export const checkRedirect = (name: string, address: string): void => {
  const scheme = ABSOLUTE.exec(address)?.[1]?.toLowerCase();
  const host =
    scheme === undefined || INVALID_CHARACTERS.test(address) || !URL.canParse(address) ? '' : new URL(address).hostname;
  if (scheme === undefined || host === '' || REFUSED_SCHEMES.has(scheme)) {
    throw coreErrors.invalidRedirect({ params: { name } });
  }
  if (scheme === 'http' && !isLocalHost(host)) {
    throw coreErrors.insecureRedirect({ params: { name } });
  }
};

/** Returns the address with parameters set in its query; the other parameters of its query stay unchanged. */
export const withParameters = (address: string, parameters: Readonly<Record<string, string>>): string => {
  const { href, hash, search } = new URL(address);
  const [path] = href.slice(0, href.length - hash.length).split('?', 1);
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !Object.hasOwn(parameters, parameterName(pair)));
  const set = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `${path}?${[...kept, ...set].join('&')}${hash}`;
};

/** @param pair a name with its value, as a query has them */
const parameterName = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? '';

/** Returns scheme and host of an address, for display. */
export const siteOf = (address: string): string => {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
};

/** Returns the source that allows forms to submit to the address, for a Content-Security-Policy. */
export const policySource = (address: string): string => {
  const { protocol, host } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && /^[a-z0-9.-]+(?::\d+)?$/.test(host) ? `${protocol}//${host}` : protocol;
};
