import type { Entries, Entry } from '@almanac/documents';
import { mayManageSite } from '@almanac/identity';
import { integer, list, object, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import type { Core } from '../core.ts';

const KEY_ENTRY_KIND = 'import-key';
const MAX_KEY_CHARACTERS = 255;
const MAX_KEYS = 100;

const MAX_LISTED_KEYS = 500;

interface ImportedRecord {
  readonly id: number;
  /** The importer's own note about the state of the record. */
  readonly mark?: string;
}

const shape = z.strictObject({ key: z.string(), id: z.int(), mark: z.string().optional() }).meta({ id: 'ImportKey' });

const key = text({ minLength: 1, maxLength: MAX_KEY_CHARACTERS, required: true });
const id = integer({ minimum: 1, required: true });
const mark = text({ maxLength: MAX_KEY_CHARACTERS });

/**
 * Routes of the keys by which importers find the records that they created from another site's records
 * (docs/interface/core.md §7).
 */
export const importKeys = (core: Pick<Core, 'entries'>): Route[] => [readRoute(core), writeRoute(core)];

const readRoute = ({ entries }: Pick<Core, 'entries'>): Route =>
  route({
    namespace: 'core/v2',
    path: '/import-keys',
    methods: ['GET'],
    summary: 'Finds imported records by their keys.',
    args: {
      key: list(key, { maxItems: MAX_KEYS, default: [], description: 'The keys to look up.' }),
      prefix: text({ minLength: 1, maxLength: MAX_KEY_CHARACTERS, description: 'Lists the keys that begin so.' }),
      after: text({ maxLength: MAX_KEY_CHARACTERS, description: 'The last key of the page before.' }),
    },
    answers: { 200: z.array(shape) },
    permission: mayManageSite,
    handle: async ({ args: { key: keys, prefix, after } }) => {
      if (prefix === undefined)
        return {
          body: (await Promise.all(keys.map((key) => found(entries, key)))).filter((each) => each !== undefined),
        };
      const window = { prefix, limit: MAX_LISTED_KEYS, ...(after !== undefined && { after }) };
      return { body: (await entries.list<ImportedRecord>(KEY_ENTRY_KIND, window)).map(shown) };
    },
  });

const shown = ({ id: key, body: { id, mark } }: Entry<ImportedRecord>): z.output<typeof shape> => ({
  key,
  id,
  ...(mark !== undefined && { mark }),
});

const found = async (entries: Entries, key: string): Promise<z.output<typeof shape> | undefined> => {
  const entry = await entries.get<ImportedRecord>(KEY_ENTRY_KIND, key);
  return entry && shown(entry);
};

const writeRoute = ({ entries }: Pick<Core, 'entries'>): Route =>
  route({
    namespace: 'core/v2',
    path: '/import-keys',
    methods: ['POST'],
    summary: 'Stores keys of imported records.',
    args: {
      keys: list(object({ key, id, mark }, { additional: false }), {
        required: true,
        maxItems: MAX_KEYS,
        description: 'Keys, which the importer chooses, with the ids of the records that it created.',
      }),
    },
    answers: { 200: z.array(shape) },
    permission: mayManageSite,
    handle: async ({ args: { keys } }) => {
      await entries.putAll<ImportedRecord>(
        KEY_ENTRY_KIND,
        keys.map(({ key, id, mark }) => ({ id: key, body: { id, ...(mark !== undefined && { mark }) } })),
      );
      return { body: keys.map(({ key, id, mark }) => ({ key, id, ...(mark !== undefined && { mark }) })) };
    },
  });
