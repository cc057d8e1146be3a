import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Returns a random id of 32 letters and digits. */
export const newImportId = (): string => randomBytes(16).toString('hex');

/**
 * Returns the hash of the batch after a number of batches: 32 letters and digits. It derives from the secret of the
 * site, so that a repeated batch gets the same answer and no event stores the hash.
 */
export const batchHash = (secret: string, id: string, batches: number): string =>
  createHmac('sha256', secret).update(`almanac-import/${id}/${batches}`).digest('hex').slice(0, 32);

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
