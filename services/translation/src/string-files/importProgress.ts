import { createHash } from 'node:crypto';
import type { RestRequest } from '@almanac/rest';
import type { Translation } from '../translation.ts';

/**
 * The number of changed entries for each started slice of a file, stored under an `Idempotency-Key`. A repeated request
 * continues where the first ended and gives the same answer.
 */
interface ProgressEntry {
  readonly imported: readonly number[];
}

const IMPORT_PROGRESS_KIND = 'string-import';
/** The lifetime of the key itself. */
const RETENTION_MS = 24 * 3_600_000;

export interface ImportProgress {
  /** The counts of slices that an earlier attempt started; the last slice may not be written. */
  readonly begun: readonly number[];
  begin(imported: number): Promise<void>;
  end(): Promise<void>;
}

/** Returns an id that includes the file: a key may be used again for another file. */
const idOf = ({ principal, args, headers }: Pick<RestRequest, 'principal' | 'args' | 'headers'>): string =>
  createHash('sha256')
    .update(JSON.stringify([principal, headers['idempotency-key'], args]))
    .digest('hex');

/** Returns the progress of an earlier attempt of the import. Without a key, nothing is stored. */
export const progressOf = async (
  { entries, now }: Pick<Translation, 'entries' | 'now'>,
  request: Pick<RestRequest, 'principal' | 'args' | 'headers'>,
): Promise<ImportProgress> => {
  if (request.headers['idempotency-key'] === undefined)
    return { begun: [], begin: async () => undefined, end: async () => undefined };
  const id = idOf(request);
  const begun = (await entries.get<ProgressEntry>(IMPORT_PROGRESS_KIND, id))?.body.imported ?? [];
  const imported = [...begun];
  return {
    begun,
    begin: async (count) => {
      imported.push(count);
      await entries.put(IMPORT_PROGRESS_KIND, id, { imported } satisfies ProgressEntry, {
        expiresAt: now().getTime() + RETENTION_MS,
      });
    },
    end: async () => void (await entries.delete(IMPORT_PROGRESS_KIND, id)),
  };
};
