import type { Settings } from '@almanac/service';
import type { Exchange } from './exchange.ts';
import { failPage } from './pageFailure.ts';
import { leadingHeaders } from './redirectPage.ts';
import { responseHeaders } from './responseHeaders.ts';
import { sendWhole } from './sendBody.ts';

/** The way to report a fault of security to the operators of a site (RFC 9116). */
export interface SecurityContact {
  /** Addresses such as `mailto:security@example.org`, the preferred one first. */
  readonly contacts: readonly string[];
  /** The time until which the operators vouch for the addresses; afterwards the file does not exist. */
  readonly expires: Date;
  /** The address of the policy on reports. */
  readonly policy?: string | undefined;
}

const SECURITY_TXT = '/.well-known/security.txt';

/** Seconds for which caches keep the file. */
const MAX_AGE_S = 3_600;

/** True for the address of the file, which has no form with a language. */
export const isSecurityTxt = ({ request, path }: Pick<Exchange, 'request' | 'path'>): boolean =>
  path === SECURITY_TXT && request.url?.startsWith(SECURITY_TXT) === true;

interface SecurityTxtOptions extends SecurityContact {
  readonly settings: Settings;
  readonly now: () => Date;
}

/** Answers with the security contact (docs/interface/server.md §13.6). */
export const answerSecurityTxt = (exchange: Exchange, { settings, now, ...contact }: SecurityTxtOptions): void => {
  const { method } = exchange.request;
  if (contact.expires <= now()) {
    failPage(exchange, { status: 404 }, settings.current());
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    failPage(exchange, { status: 405, headers: { Allow: 'GET, HEAD' } }, settings.current());
    return;
  }
  const body = Buffer.from(textOf(exchange, contact, settings.current().languages));
  exchange.target = 'gateway';
  const own = leadingHeaders(exchange, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': body.length,
    'cache-control': `max-age=${MAX_AGE_S}`,
  });
  sendWhole(exchange, { status: 200, headers: responseHeaders(exchange, 200, own) }, [body]);
};

const textOf = (
  { baseUrl }: Pick<Exchange, 'baseUrl'>,
  { contacts, expires, policy }: SecurityContact,
  languages: readonly string[],
): string =>
  [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${baseUrl}${SECURITY_TXT}`,
    ...(policy === undefined ? [] : [`Policy: ${policy}`]),
  ]
    .join('\n')
    .concat('\n');
