import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RestRequest } from '@almanac/rest';
import { type Html, html } from './html.ts';
import type { RenderContext } from './renderContext.ts';

/** A record that a password protects. */
export interface ProtectedRecord {
  readonly id: number;
  readonly password: string;
}

/** The site's secret, and those whose cookies are accepted too, during a rotation. */
interface PageSecrets {
  readonly secret: string;
  readonly otherSecrets?: readonly string[] | undefined;
}

const COOKIE_DAYS = 10;
const LIFETIME = COOKIE_DAYS * 24 * 60 * 60;

const nameOf = ({ id }: ProtectedRecord): string => `almanac-page-${id}`;

/**
 * Returns the cookie's value, which proves that the visitor knew the password. It is invalid for other records, and
 * after the password changes.
 */
const keyOf = ({ id, password }: ProtectedRecord, secret: string): string =>
  createHmac('sha256', secret).update(`page-password/${id}/${password}`).digest('base64url');

const isSame = (given: string, expected: string): boolean => {
  const digestOf = (text: string): Buffer => createHmac('sha256', 'compared').update(text).digest();
  return timingSafeEqual(digestOf(given), digestOf(expected));
};

const cookieNamed = (header: string | undefined, name: string): string | undefined =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** True if the visitor has entered the password of the record's page, or it has none. */
export const isOpened = (
  record: ProtectedRecord,
  { headers }: Pick<RestRequest, 'headers'>,
  { secret, otherSecrets = [] }: PageSecrets,
): boolean => {
  if (record.password === '') return true;
  const cookie = cookieNamed(headers.cookie, nameOf(record));
  return cookie !== undefined && [secret, ...otherSecrets].some((one) => isSame(cookie, keyOf(record, one)));
};

/**
 * Returns the cookie that opens a record's page for a visitor with the right password; undefined if it is wrong.
 * @param address that of the page: browsers send the cookie only there
 */
export const openingCookie = (
  record: ProtectedRecord,
  given: unknown,
  { address, secret }: { readonly address: string; readonly secret: string },
): string | undefined => {
  if (typeof given !== 'string' || !isSame(given, record.password)) return undefined;
  const { protocol, pathname } = new URL(address);
  const attributes = [`Path=${pathname}`, `Max-Age=${LIFETIME}`, 'HttpOnly', 'SameSite=Lax'];
  if (protocol === 'https:') attributes.push('Secure');
  return [`${nameOf(record)}=${keyOf(record, secret)}`, ...attributes].join('; ');
};

/** Returns the note that replaces protected content. */
export const protectedNote = (renderContext: RenderContext): Html =>
  html`<p>${renderContext.text('This page is protected by a password.')}</p>`;

/** Returns the form for the password of a protected record; it posts to the record's own address. */
export const passwordForm = (
  address: string,
  renderContext: RenderContext,
  refused: boolean,
): Html => html`<form method="post" action="${address}">
${protectedNote(renderContext)}
${refused && html`<p class="notice" id="refusal" role="alert">${renderContext.text('The password is wrong.')}</p>\n`}<p><label for="password">${renderContext.text('Password')}</label>
<input type="password" id="password" name="password" required autocomplete="off" spellcheck="false"${
  refused && html` aria-invalid="true" aria-describedby="refusal"`
}></p>
<p><button type="submit">${renderContext.text('Open')}</button></p>
</form>`;
