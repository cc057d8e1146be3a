import { plainText } from '@almanac/content';
import { type SiteSettings, siteSettings } from '@almanac/contracts';
import { type Language, languageCodes, languages } from '@almanac/i18n';
import { plain } from '@almanac/pages';
import { type Arg, type Args, anything, integer, invalid, text, type Words } from '@almanac/rest';
import { z } from 'zod';

type Name = keyof SiteSettings;

/** Members that the interface calls otherwise. */
const calledOtherwise: Partial<Record<Name, string>> = { name: 'title', default_language: 'language' };

const names = Object.keys(siteSettings.shape) as Name[];

const kindOf = (name: Name): z.ZodType => siteSettings.shape[name]._zod.def.innerType;

/** One line without markup, its entities read: what is stored is text, and what shows it escapes it. */
export const cleanText = (sent: string): string => plain(plainText(sent));

interface Rules {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** An argument with the rules of a member's kind; null stands for the member's default. */
const argOf = (name: Name): Arg => {
  const kind = kindOf(name);
  const { type, enum: known, ...rules } = z.toJSONSchema(kind) as Rules;
  const common = { ...rules, description: kind.description ?? '', onNull: 'accept' } as const;
  if (type === 'integer') return integer(common);
  if (type !== 'string') throw new Error(`the settings' member ${name} is of a kind that has no argument yet`);
  const check = (value: string) => refusalOf(kind, value);
  return text({ ...common, ...(known && { enum: known }), clean: cleanText, check });
};

/** A rule of a kind that cannot be described. */
const refusalOf = (kind: z.ZodType, value: string) => {
  const [issue] = kind.safeParse(value).error?.issues ?? [];
  return issue && invalid(`{name} ${issue.message}.`);
};

const codeOf = new Map<string, Language>(languageCodes.map((code) => [languages[code].locale, code]));

const written: Args = {
  ...Object.fromEntries(names.map((name) => [calledOtherwise[name] ?? name, argOf(name)])),
  language: text({ enum: [...codeOf.keys()], description: kindOf('default_language').description ?? '' }),
};

const described = (type: Words['type'], description: string, more: Words = {}): Words => ({
  ...{ description, type },
  ...more,
  readonly: true,
});

/** Members that follow from something else; sent as they are shown they pass. */
const fixedWords = {
  url: described('string', 'The address of the site.', { format: 'uri' }),
  email: described('string', 'The address of the first administrator.', { format: 'email' }),
  use_smilies: described('boolean', 'Whether emoticons become pictures.'),
  default_category: described('integer', 'The category of posts that have no other.'),
  default_post_format: described('string', 'The format of posts that have no other.'),
  show_on_front: described('string', 'What the first page shows.'),
  page_on_front: described('integer', 'The page that is the first page.'),
  page_for_posts: described('integer', 'The page that shows the newest posts.'),
  site_logo: described(['integer', 'null'], 'The id of the site’s logo.'),
  site_icon: described('integer', 'The id of the site’s icon.'),
} as const satisfies Record<string, Words>;

export type FixedName = keyof typeof fixedWords;

export const fixedNames = Object.keys(fixedWords) as FixedName[];

/** Everything that a write may send. */
export const settingsArgs: Args = {
  ...written,
  ...Object.fromEntries(
    fixedNames.map((name) => [name, anything({ parse: (value) => value, onNull: 'accept', words: fixedWords[name] })]),
  ),
};

/** The settings that a request names; null is the default. */
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
  return name === 'default_language' ? codeOf.get(value as string) : value;
};
