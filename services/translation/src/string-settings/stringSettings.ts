import { isDeepStrictEqual } from 'node:util';
import { isEmpty } from '@almanac/content-model';
import type { Collection, Documents } from '@almanac/documents';
import type { Decider } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { defaultLanguage, isLanguage, type Language } from '@almanac/i18n';
import { siteLanguage } from '@almanac/rest';
import type { RecordRegistration } from '@almanac/service';
import { z } from 'zod';
import { translationErrors } from '../errors.ts';

/** The values of the settings, by `<group>.<key>`. */
export interface StringSettings {
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
}

interface Setting {
  readonly group: string;
  readonly key: string;
  /** The value; null resets the setting. */
  readonly data: unknown;
}

export type StringSettingsEvent = Event<'StringSettingChanged', Setting>;
export type StringSettingsCommand = { readonly type: 'ChangeSetting' } & Setting;

const nameOf = ({ group, key }: Setting): string => `${group}.${key}`;

const evolved = (values: StringSettings['values'], setting: Setting): StringSettings['values'] => {
  const { [nameOf(setting)]: _, ...others } = values;
  return setting.data === null ? others : { ...others, [nameOf(setting)]: setting.data };
};

/** The site's settings of strings, `string-settings-site` (docs/interface/translation-strings.md §4). */
export const stringSettingsDecider: Decider<StringSettings, StringSettingsEvent, StringSettingsCommand> = {
  category: 'stringsettings',
  initialState: { version: 0, values: {} },
  eventTypes: ['StringSettingChanged'],
  projectionVersion: 1,
  evolve: ({ values }, { data, version }) => ({ version, values: evolved(values, data) }),
  /** @throws DomainError 422 for an unknown setting or an invalid value */
  decide: ({ values }, { group, key, data: sent }) => {
    const data = settingValue(group, key, sent);
    if (!isSetting(group, key) || data === undefined) throw translationErrors.invalidSetting();
    const known = values[nameOf({ group, key, data })] ?? null;
    return isDeepStrictEqual(known, data) ? [] : [{ type: 'StringSettingChanged', data: { group, key, data } }];
  },
};

export const SETTINGS_ID = 'site';

const stringSettings: Collection = {
  name: 'string-settings',
  projectionVersion: stringSettingsDecider.projectionVersion,
};

export const stringSettingsRegistration: RecordRegistration<StringSettings, StringSettingsEvent> = {
  aggregate: stringSettingsDecider,
  collection: stringSettings,
  written: { members: ({ values }) => values },
  isGone: ({ values }) => isEmpty(values),
};

const valuesOf = async (documents: Documents): Promise<StringSettings['values']> =>
  (await documents.get<StringSettings>(stringSettings, SETTINGS_ID))?.body?.values ?? {};

/** Returns the language of strings that are registered without one. */
export const defaultStringLanguage = async (documents: Documents): Promise<Language> => {
  const language = (await valuesOf(documents))['general.default_string_language'];
  return isLanguage(language) ? language : defaultLanguage();
};

/** True if files are generated automatically after changes. */
export const generatesOnSave = async (documents: Documents): Promise<boolean> =>
  (await valuesOf(documents))['mo.generate_on_save'] === true;

const MAX_SETTINGS_BYTES = 8 * 1024;

const small = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) <= MAX_SETTINGS_BYTES;

/** The known settings by group and key; clients may store any values under `ui`. */
const SETTING_SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['autoregister.mode', z.literal([0, 1, 2])],
  ['autoregister.enabled_at', z.iso.datetime({ offset: true })],
  ['mo.generate_on_save', z.boolean()],
  ['mo.components', z.array(z.string().max(200)).max(500)],
  ['general.default_string_language', siteLanguage],
  ['general.track_usage', z.boolean()],
]);

const OF_CLIENTS = z.record(z.string(), z.json()).refine(small);

const schemaOf = (group: string, key: string): z.ZodType | undefined => {
  if (group === 'ui') return /^[\w-]{1,100}$/.test(key) ? OF_CLIENTS : undefined;
  return SETTING_SCHEMAS.get(`${group}.${key}`);
};

const isSetting = (group: string, key: string): boolean => schemaOf(group, key) !== undefined;

/**
 * Returns the value to store; null resets any setting. Returns undefined for an unknown setting or an invalid value.
 */
const settingValue = (group: string, key: string, sent: unknown): unknown =>
  sent === null ? null : schemaOf(group, key)?.safeParse(sent).data;
