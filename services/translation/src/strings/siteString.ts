import { createHash } from 'node:crypto';
import { isEmpty } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { type Decider, idAndVersion } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { type Language, languageCodes, UNTRANSLATED } from '@almanac/i18n';
import { invalidParams } from '@almanac/rest';
import type { RecordRegistration } from '@almanac/service';
import { translationErrors } from '../errors.ts';
import { withLineFeedsOf } from './texts.ts';

/** The identity of a string, and its text in the source language. */
export interface StringFields {
  readonly domain: string;
  readonly context: string;
  readonly name: string;
  readonly value: string;
  readonly source_language: Language;
}

/** Texts by language; null deletes one. */
export type SentTranslations = { readonly [Code in Language]?: string | null };
type ShippedTranslations = { readonly [Code in Language]?: string };

interface StringTranslation {
  /** The site's own translation; null for none. */
  readonly value: string | null;
  /** 10, or 3 if the string has changed since. */
  readonly status: 3 | 10;
  /** The translation from a shipped file; null for none. */
  readonly mo_value: string | null;
}

type StringTranslations = { readonly [Code in Language]?: StringTranslation };

/** 0: no translations; 2: some; 10: all of the site's other languages; 3: one needs an update. */
type StringStatus = 0 | 2 | 3 | 10;

export interface SiteString extends StringFields {
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  readonly translations: StringTranslations;
  readonly status: StringStatus;
  /** The time of the last change; generated files are compared with it. */
  readonly changed: string;
}

export type StringEvent =
  | Event<'StringRegistered', StringFields & { readonly shipped: ShippedTranslations }>
  | Event<'StringValueChanged', { readonly value: string }>
  | Event<'StringTranslated', { readonly translations: SentTranslations }>
  /** A file ships other texts than before. */
  | Event<'ShippedTextsRead', { readonly shipped: ShippedTranslations }>
  | Event<'StringDeleted', Readonly<Record<never, never>>>;

export type StringCommand =
  | { readonly type: 'RegisterString'; readonly fields: StringFields; readonly shipped?: ShippedTranslations }
  | { readonly type: 'TranslateString'; readonly translations: SentTranslations }
  | { readonly type: 'KeepShipped'; readonly shipped: ShippedTranslations }
  | { readonly type: 'DeleteString' };

const absent: SiteString = {
  id: 0,
  version: 0,
  deleted: false,
  domain: '',
  context: '',
  name: '',
  value: '',
  source_language: UNTRANSLATED,
  translations: {},
  status: 0,
  changed: '',
};

export const isThere = ({ version, deleted }: SiteString): boolean => version > 0 && !deleted;

const entriesOf = <Value>(byLanguage: { readonly [Code in Language]?: Value }): [Language, Value][] =>
  languageCodes().flatMap((code) => (byLanguage[code] === undefined ? [] : [[code, byLanguage[code]]]));

const statusOf = (source: Language, translations: StringTranslations): StringStatus => {
  const statuses = languageCodes()
    .filter((code) => code !== source)
    .map((code) => translations[code]?.status);
  if (statuses.includes(3)) return 3;
  if (statuses.every((status) => status === undefined)) return 0;
  return statuses.every((status) => status === 10) ? 10 : 2;
};

const outdated = (translations: StringTranslations): StringTranslations =>
  Object.fromEntries(entriesOf(translations).map(([code, each]) => [code, { ...each, status: 3 }]));

/** Applies the site's own translations. A deleted one leaves the shipped text. */
const chosen = (before: StringTranslations, sent: SentTranslations): StringTranslations => {
  const after = new Map(entriesOf(before));
  for (const [code, value] of entriesOf(sent)) {
    const mo_value = before[code]?.mo_value ?? null;
    if (value === null && mo_value === null) after.delete(code);
    else after.set(code, { value, status: 10, mo_value });
  }
  return Object.fromEntries(after);
};

/** Applies shipped texts beside the site's own translations; only the latter can need an update. */
const shippedBeside = (before: StringTranslations, shipped: ShippedTranslations): StringTranslations => ({
  ...before,
  ...Object.fromEntries(
    entriesOf(shipped).map(([code, mo_value]) => {
      const { value, status } = before[code] ?? { value: null, status: 10 };
      return [code, { value, status: value === null ? 10 : status, mo_value }];
    }),
  ),
});

const changeOf = (state: SiteString, { type, data }: StringEvent): Partial<SiteString> => {
  const { translations } = state;
  if (type === 'StringRegistered') {
    const { shipped, ...fields } = data;
    return { ...fields, deleted: false, translations: shippedBeside({}, shipped) };
  }
  if (type === 'StringValueChanged') return { value: data.value, translations: outdated(translations) };
  if (type === 'StringTranslated') return { translations: chosen(translations, data.translations) };
  if (type === 'ShippedTextsRead') return { translations: shippedBeside(translations, data.shipped) };
  return { deleted: true };
};

/** Returns the sent texts that change something. Sending an outdated text again marks it as current. */
const changedTexts = ({ value, translations }: SiteString, sent: SentTranslations): SentTranslations =>
  Object.fromEntries(
    entriesOf(sent)
      .map(([code, text]) => [code, text === null ? null : withLineFeedsOf(value, text)] as const)
      .filter(([code, text]) => {
        const known = translations[code];
        return text !== (known?.value ?? null) || (text !== null && known?.status === 3);
      }),
  );

const changedShipped = ({ source_language, translations }: SiteString, shipped: ShippedTranslations) =>
  Object.fromEntries(
    entriesOf(shipped).filter(([code, text]) => {
      const known = translations[code];
      const again = known?.value === null && known.status === 3;
      return code !== source_language && (known?.mo_value !== text || again);
    }),
  );

const registered = (
  state: SiteString,
  { fields, shipped = {} }: Extract<StringCommand, { type: 'RegisterString' }>,
) => {
  if (!isThere(state)) return [{ type: 'StringRegistered', data: { ...fields, shipped } } as const];
  if (state.source_language !== fields.source_language)
    throw invalidParams({ source_language: 'The string is registered in another language.' });
  return state.value === fields.value ? [] : [{ type: 'StringValueChanged', data: { value: fields.value } } as const];
};

/**
 * Texts that are shown beside records, `string-<id>`, with the decisions (docs/interface/translation-strings.md §1).
 */
export const stringDecider: Decider<SiteString, StringEvent, StringCommand> = {
  category: 'string',
  initialState: absent,
  eventTypes: ['StringRegistered', 'StringValueChanged', 'StringTranslated', 'ShippedTextsRead', 'StringDeleted'],
  projectionVersion: 1,
  evolve: (state, event) => {
    const next = { ...state, ...changeOf(state, event), ...idAndVersion(event) };
    return { ...next, status: statusOf(next.source_language, next.translations), changed: event.meta.at };
  },
  /** @throws DomainError 404 for a missing string, 400 for a translation into its own language */
  decide: (state, command) => {
    if (command.type === 'RegisterString') return registered(state, command);
    if (!isThere(state)) throw translationErrors.unknownString();
    if (command.type === 'DeleteString') return [{ type: 'StringDeleted', data: {} }];
    if (command.type === 'KeepShipped') {
      const shipped = changedShipped(state, command.shipped);
      return isEmpty(shipped) ? [] : [{ type: 'ShippedTextsRead', data: { shipped } }];
    }
    if (command.translations[state.source_language] !== undefined)
      throw invalidParams({ translations: '{name} has a text in the language of the string itself.' });
    const translations = changedTexts(state, command.translations);
    return isEmpty(translations) ? [] : [{ type: 'StringTranslated', data: { translations } }];
  },
};

/** Returns the members of a string in answers, except its id. */
export const stringMembers = ({ domain, context, name, value, source_language, status, translations }: SiteString) => ({
  domain,
  context,
  name,
  value,
  source_language,
  status,
  translations,
});

export const siteStrings: Collection = {
  name: 'site-strings',
  projectionVersion: stringDecider.projectionVersion,
  indexes: [['domain', 'status'], ['domain', 'context'], ['domain', 'changed'], ['status'], ['context']],
  texts: ['value', 'name'],
};

/** Returns one name for domain, context and name; none of them can contain the separator. */
export const stringName = ({ domain, context, name }: Omit<StringFields, 'value' | 'source_language'>): string =>
  createHash('sha256').update([domain, context, name].join('\0')).digest('base64url');

export const stringRegistration: RecordRegistration<SiteString, StringEvent> = {
  aggregate: stringDecider,
  collection: siteStrings,
  written: { members: stringMembers, name: ({ name }) => name },
  isGone: (state) => state.deleted,
  names: (state) => (isThere(state) ? [{ scope: 'string', name: stringName(state) }] : []),
};
