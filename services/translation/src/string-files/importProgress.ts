import { createHash } from 'node:crypto';
import type { RestRequest } from '@almanac/rest';
import type { Translation } from '../translation.ts';

/**
 * How many entries each slice of a file has changed that was begun; kept under an `Idempotency-Key`, so that the same
 * request goes on where it ended, and its answer is what the first would have been.
 */
interface Kept {
  readonly imported: readonly number[];
}

const KIND = 'string-import';
/** As long as the key itself. */
const KEPT_MS = 24 * 3_600_000;

export interface ImportProgress {
  /** Of the slices that were begun before. The last of them may not have been written. */
  readonly begun: readonly number[];
  begin(imported: number): Promise<void>;
  end(): Promise<void>;
}

/** A key may be free again for another file. */
const idOf = ({ principal, args, headers }: Pick<RestRequest, 'principal' | 'args' | 'headers'>): string =>
  createHash('sha256')
    .update(JSON.stringify([principal, headers['idempotency-key'], args]))
    .digest('hex');

/** How far the same import has come; without a key nothing is kept. */
export const progressOf = async (
  { entries, now }: Pick<Translation, 'entries' | 'now'>,
  request: Pick<RestRequest, 'principal' | 'args' | 'headers'>,
): Promise<ImportProgress> => {
  if (request.headers['idempotency-key'] === undefined)
    return { begun: [], begin: async () => undefined, end: async () => undefined };
  const id = idOf(request);
  const begun = (await entries.get<Kept>(KIND, id))?.body.imported ?? [];
  const imported = [...begun];
  return {
    begun,
    begin: async (count) => {
      imported.push(count);
      await entries.put(KIND, id, { imported } satisfies Kept, { expiresAt: now().getTime() + KEPT_MS });
    },
    end: async () => void (await entries.delete(KIND, id)),
  };
};
