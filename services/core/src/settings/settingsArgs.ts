import { type SiteSettings, siteSettings } from '@almanac/contracts';
import { type Language, languageCodes, languageRecord } from '@almanac/i18n';
import { type Args, rawValue, type SchemaKeywords, text } from '@almanac/rest';
import type { z } from 'zod';
import { argOfKind } from './argOfKind.ts';

type Name = keyof typeof siteSettings.shape;

/** Members with another name in the REST interface. */
const calledOtherwise: Partial<Record<Name, string>> = { name: 'title', default_language: 'language' };

const names = siteSettings.keyof().options;

const kindOf = (name: Name): z.ZodType => siteSettings.shape[name]._zod.def.innerType;

/** Returns the locales of the site's languages, such as `fr_CA`. */
export const siteLocales = (): string[] => languageCodes().map((code) => languageRecord(code).locale);

const codeOf = (locale: unknown): Language | undefined =>
  languageCodes().find((code) => languageRecord(code).locale === locale);

const written: Args = {
  ...Object.fromEntries(names.map((name) => [calledOtherwise[name] ?? name, argOfKind(kindOf(name))])),
  language: text({ enum: siteLocales, description: kindOf('default_language').description ?? '' }),
};

const described = (type: SchemaKeywords['type'], description: string, more: SchemaKeywords = {}): SchemaKeywords => ({
  description,
  type,
  ...more,
  readonly: true,
});

/** Derived members, which cannot be set; a write may send them unchanged. */
const fixedWords: Readonly<Record<string, SchemaKeywords>> = {
  url: described('string', 'The address of the site.', { format: 'uri' }),
  email: described('string', 'The address of the first administrator.', { format: 'email' }),
  use_smilies: described('boolean', 'True if emoticons become images.'),
  default_category: described('integer', 'The category of posts that have no other.'),
  default_post_format: described('string', 'The format of posts that have no other.'),
  show_on_front: described('string', 'The content of the home page.'),
  page_on_front: described('integer', 'The page that is the first page.'),
  page_for_posts: described('integer', 'The page that shows the newest posts.'),
  site_icon: described('integer', 'The id of the site’s icon.'),
};

/** True for the name of a derived member. */
export const isFixed = (name: string): boolean => Object.hasOwn(fixedWords, name);

/** All arguments of a write. */
export const settingsArgs: Args = {
  ...written,
  ...Object.fromEntries(
    Object.entries(fixedWords).map(([name, words]) => [name, rawValue({ onNull: 'accept', words })]),
  ),
};

/** Returns the settings that a request sets; null means the default. */
export const changesOf = (
  args: Readonly<Record<string, unknown>>,
  given: ReadonlySet<string>,
): Partial<SiteSettings> => {
  const values = names.flatMap((name) => {
    const sent = calledOtherwise[name] ?? name;
    return given.has(sent) ? [[name, chosenValue(name, args[sent])] as const] : [];
  });
  return Object.fromEntries(values);
};

const chosenValue = (name: Name, value: unknown): unknown => {
  if (value === null) return siteSettings.shape[name]._zod.def.defaultValue;
  return name === 'default_language' ? codeOf(value) : value;
};
