/**
 * Matches scheme and slashes: browsers accept any number of slashes and backslashes after the scheme of a web address.
 */
const BEFORE_HOST = /^\s*(?:(?:https?|ftp|wss?):(?:\/|\\(?!\d))*|(?:[a-z][a-z0-9+.-]*:)?\/\/)/i;
const SCHEME_OR_HOST = /^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const REFERENCES = /(?:\$\d{1,2}|\$\{\d{1,2}\}|\\\d{1,2})+/g;

/** True if a target names its scheme or host; every other target stays on this site. */
export const namesHost = (target: string): boolean => SCHEME_OR_HOST.test(target);

/** The host of a target, as far as it is literal. */
interface WrittenHost {
  /** The target up to the end of the host, or up to the first reference in it. */
  readonly start: string;
  /** The text after the last reference in the host; empty if a reference ends the host. */
  readonly end: string;
}

/** Returns the host of a target; undefined if the target itself limits the host, or leaves its end to the address. */
const writtenHost = (target: string): WrittenHost | undefined => {
  const before = BEFORE_HOST.exec(target)?.[0];
  if (before === undefined) return undefined;
  const [authority = ''] = target.slice(before.length).split(/[/?#]/, 1);
  const [written = '', ...others] = authority.split(REFERENCES);
  if (others.length === 0 && target.length > before.length + authority.length) return undefined;
  const end = others.at(-1) ?? '';
  // such as `https://$1` and `https://www.$1`
  return end === '' && /(?:^|[.@-])$/.test(written) ? undefined : { start: before + written, end };
};

/**
 * Keeps the host of a target in an address that begins with the target: a literal host is followed by a slash.
 * @returns undefined if a reference within the host ends it or begins another one
 */
export const keepHost = (address: string, target: string): string | undefined => {
  const host = writtenHost(target);
  if (host === undefined) return address;
  const { start, end } = host;
  if (end !== '') return URL.parse(address, 'http://site')?.host.endsWith(end.toLowerCase()) ? address : undefined;
  const rest = address.slice(start.length);
  return /^(?:$|[/?#])/.test(rest) ? address : `${start}/${rest}`;
};
