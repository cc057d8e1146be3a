import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Calendar } from '../calendar.ts';

const signatureOf = (secret: string, signed: string): string =>
  createHmac('sha256', secret).update(`event-suggestion/${signed}`).digest('base64url');

/** The site's secret, and those whose tokens are accepted too, during a rotation. */
type Secrets = Pick<Calendar, 'secret' | 'otherSecrets'>;

const isSigned = ({ secret, otherSecrets = [] }: Secrets, signed: string, signature: string): boolean => {
  const given = Buffer.from(signature);
  return [secret, ...otherSecrets].some((one) => {
    const expected = Buffer.from(signatureOf(one, signed));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
};

/** Returns the last segment of a suggestion's own address. It is derived, so nothing that is stored opens the page. */
export const stateToken = (secret: string, id: number): string => `${id}.${signatureOf(secret, `state/${id}`)}`;

/** Returns the id of the suggestion whose address ends so; undefined for another text. */
export const readStateToken = (secrets: Secrets, token: string): number | undefined => {
  const [, id = '', signature = ''] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? [];
  return isSigned(secrets, `state/${id}`, signature) ? Number(id) : undefined;
};

/** A form as it was handed out. */
export interface IssuedForm {
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Different for each form. */
  readonly nonce: string;
}

/** Returns the hidden field by which a sent form is known. */
export const formToken = (secret: string, now: Date): string => {
  const form = `${now.getTime()}.${randomBytes(12).toString('base64url')}`;
  return `${form}.${signatureOf(secret, `form/${form}`)}`;
};

/** Returns the form that a hidden field names; undefined if this site has not issued it. */
export const readFormToken = (secrets: Secrets, token: string): IssuedForm | undefined => {
  const [, issuedAt = '', nonce = '', signature = ''] = /^(\d{1,15})\.([\w-]{16})\.([\w-]{43})$/.exec(token) ?? [];
  return isSigned(secrets, `form/${issuedAt}.${nonce}`, signature) ? { issuedAt: Number(issuedAt), nonce } : undefined;
};
