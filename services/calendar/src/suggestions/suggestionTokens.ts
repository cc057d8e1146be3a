import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const signatureOf = (secret: string, signed: string): string =>
  createHmac('sha256', secret).update(`event-suggestion/${signed}`).digest('base64url');

const isSigned = (secret: string, signed: string, signature: string): boolean => {
  const [expected, given] = [Buffer.from(signatureOf(secret, signed)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
};

/** Returns the last segment of a suggestion's own address. It is derived, so nothing that is stored opens the page. */
export const stateToken = (secret: string, id: number): string => `${id}.${signatureOf(secret, `state/${id}`)}`;

/** Returns the id of the suggestion whose address ends so; undefined for another text. */
export const readStateToken = (secret: string, token: string): number | undefined => {
  const [, id = '', signature = ''] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? [];
  return isSigned(secret, `state/${id}`, signature) ? Number(id) : undefined;
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
export const readFormToken = (secret: string, token: string): IssuedForm | undefined => {
  const [, issuedAt = '', nonce = '', signature = ''] = /^(\d{1,15})\.([\w-]{16})\.([\w-]{43})$/.exec(token) ?? [];
  return isSigned(secret, `form/${issuedAt}.${nonce}`, signature) ? { issuedAt: Number(issuedAt), nonce } : undefined;
};
