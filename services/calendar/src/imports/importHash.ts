import { createHash, createHmac, randomBytes } from 'node:crypto';

/** 32 letters and digits that nobody guesses. */
export const newImportId = (): string => randomBytes(16).toString('hex');

/**
 * The hash that the batch after so many is sent under: 32 letters and digits. It follows from the secret of the site, so
 * that a batch that is sent again is answered with it again, and no event holds it.
 */
export const batchHash = (secret: string, id: string, batches: number): string =>
  createHmac('sha256', secret).update(`almanac-import/${id}/${batches}`).digest('hex').slice(0, 32);

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
