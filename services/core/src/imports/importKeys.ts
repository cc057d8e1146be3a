import type { Entries } from '@almanac/documents';
import { mayManageSite } from '@almanac/identity';
import { integer, list, object, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import type { Core } from '../core.ts';

const KEY_ENTRY_KIND = 'import-key';
const MAX_KEY_CHARACTERS = 255;
const MAX_KEYS = 100;

interface ImportedRecord {
  readonly id: number;
}

const shape = z.strictObject({ key: z.string(), id: z.int() }).meta({ id: 'ImportKey' });

const key = text({ minLength: 1, maxLength: MAX_KEY_CHARACTERS, required: true });
const id = integer({ minimum: 1, required: true });

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
    args: { key: list(key, { maxItems: MAX_KEYS, default: [], description: 'The keys to look up.' }) },
    answers: { 200: z.array(shape) },
    permission: mayManageSite,
    handle: async ({ args }) => ({
      body: (await Promise.all(args.key.map((key) => found(entries, key)))).filter((each) => each !== undefined),
    }),
  });

const found = async (entries: Entries, key: string): Promise<z.output<typeof shape> | undefined> => {
  const entry = await entries.get<ImportedRecord>(KEY_ENTRY_KIND, key);
  return entry && { key, id: entry.body.id };
};

const writeRoute = ({ entries }: Pick<Core, 'entries'>): Route =>
  route({
    namespace: 'core/v2',
    path: '/import-keys',
    methods: ['POST'],
    summary: 'Stores keys of imported records.',
    args: {
      keys: list(object({ key, id }, { additional: false }), {
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
        keys.map(({ key, id }) => ({ id: key, body: { id } })),
      );
      return { body: keys };
    },
  });
