import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from './secretKeys.ts';

const ALGORITHM = 'aes-256-gcm';
/** Nonce length of GCM: 96 bits, random for every text. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** An encrypted text as stored. */
export interface EncryptedText {
  /** The id of the key. */
  readonly key: string;
  /** Nonce, ciphertext and tag, in base64url. */
  readonly text: string;
}

/**
 * Encrypts a text.
 * @param place where the text is stored: it cannot be decrypted for another place
 */
export const seal = ({ id, bytes }: SecretKey, place: string, text: string): EncryptedText => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { key: id, text: sealed.toString('base64url') };
};

/** Decrypts a text; undefined if the key is wrong, the text was changed, or it was moved from another place. */
export const open = ({ bytes }: SecretKey, place: string, { text }: EncryptedText): string | undefined => {
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(-TAG_BYTES)];
  try {
    const decipher = createDecipheriv(ALGORITHM, bytes, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
    return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
};
