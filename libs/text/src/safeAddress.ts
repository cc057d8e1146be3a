const SCHEMES = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
);

/** Schemes of links and resources in displayed content. */
const SHOWN_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/** White space and control characters, which browsers ignore in a scheme. */
const IGNORED_CHARACTERS = /[\p{Cc}\p{Cf}\p{Z}]/gu;

const REFERENCE = /&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos|nbsp|shy));/gi;
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    shy: '\u00ad',
  }),
);

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Decodes the character entities that matter in a scheme. */
const decoded = (text: string): string =>
  text.replace(REFERENCE, (reference, digits?: string, hex?: string, name = '') => {
    if (digits !== undefined) return character(Number(digits));
    return hex === undefined ? (NAMED.get(name.toLowerCase()) ?? reference) : character(Number.parseInt(hex, 16));
  });

const COLON = /:|&#0*58;|&#x0*3a;/i;

/** Returns the text before the first colon as a browser reads it. */
const schemeBefore = (address: string, colon: number): string =>
  decoded(address.slice(0, colon)).replace(IGNORED_CHARACTERS, '').toLowerCase();

const isRelative = (scheme: string): boolean => /[/?#]/.test(scheme);

/** True if displayed content may have this address: a relative one, or one with http, https, mailto or tel. */
export const isShownAddress = (address: string): boolean => {
  const colon = address.search(COLON);
  if (colon === -1) return true;
  const scheme = schemeBefore(address, colon);
  return isRelative(scheme) || SHOWN_SCHEMES.has(scheme);
};

/**
 * Removes unlisted schemes from an address, repeatedly: `javascript:f()` -> `f()` (docs/interface/texts.md §7).
 * The text may contain only those character entities that `normalizedEntities` leaves. Other faults of the address
 * stay.
 */
export const safeAddress = (address: string): string => {
  let rest = address;
  for (let match = COLON.exec(rest); match !== null; match = COLON.exec(rest)) {
    const scheme = schemeBefore(rest, match.index);
    if (isRelative(scheme) || SCHEMES.has(scheme)) return rest;
    rest = rest.slice(match.index + match[0].length);
  }
  return rest;
};
