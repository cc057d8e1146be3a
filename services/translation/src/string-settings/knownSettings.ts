import { languageCodes } from '@almanac/i18n';
import { z } from 'zod';

const MOST_BYTES = 8 * 1024;

const small = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) <= MOST_BYTES;

/** What can be set, by group and key; within `ui` clients keep what they like. */
const KNOWN: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['autoregister.mode', z.literal([0, 1, 2])],
  ['autoregister.enabled_at', z.iso.datetime({ offset: true })],
  ['mo.generate_on_save', z.boolean()],
  ['mo.components', z.array(z.string().max(200)).max(500)],
  ['general.default_string_language', z.enum(languageCodes)],
  ['general.track_usage', z.boolean()],
]);

const OF_CLIENTS = z.record(z.string(), z.json()).refine(small);

const schemaOf = (group: string, key: string): z.ZodType | undefined => {
  if (group === 'ui') return /^[\w-]{1,100}$/.test(key) ? OF_CLIENTS : undefined;
  return KNOWN.get(`${group}.${key}`);
};

export const isSetting = (group: string, key: string): boolean => schemaOf(group, key) !== undefined;

/** The value as it is kept; null, which takes a setting back, is one of all. Undefined for what cannot be set. */
export const settingValue = (group: string, key: string, sent: unknown): unknown =>
  sent === null ? null : schemaOf(group, key)?.safeParse(sent).data;
