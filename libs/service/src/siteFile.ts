import { readFile } from 'node:fs/promises';
import { languageChoice, type SiteSettings, siteSettings } from '@almanac/contracts';
import { codeOf, DEFAULT_TAGS, languageCode, sharedLocale } from '@almanac/i18n';
import { roles } from '@almanac/identity';
import { z } from 'zod';
import { ConfigurationError, readConfiguration } from './environment.ts';

const MAX_ID = 1_000_000_000;

/** A user of a new site; core creates it at the first start. */
const siteUser = z.strictObject({
  /** The id; without it the lowest one that no other user has: 1, 2, 3 … in this order. */
  id: z.int().min(1).max(MAX_ID).optional(),
  login: z.string().min(1).max(60),
  role: z.enum(roles),
  email: z.email(),
  display_name: z.string().optional(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  /** The account's password, for signing in; application passwords are separate. */
  password: z.string().min(1).optional(),
  application_passwords: z.array(z.strictObject({ name: z.string().min(1), password: z.string().min(1) })).default([]),
});

/** Every member of the settings without its default: a file may contain some of them. */
const chosen = Object.fromEntries(
  Object.entries(siteSettings.shape).map(([name, { _zod }]) => [name, z.optional<z.ZodType>(_zod.def.innerType)]),
  // Object.fromEntries loses the names' types
) as { [Name in keyof typeof siteSettings.shape]: z.ZodOptional<z.ZodType<SiteSettings[Name]>> };

const { name, description, timezone, languages, default_language, ...others } = chosen;

const siteFile = z
  .strictObject({
    name,
    description,
    timezone,
    languages,
    default_language,
    users: z.array(siteUser).default([]),
    settings: z.strictObject(others).default({}),
  })
  .superRefine(({ users }, context) => {
    for (const [index, { id }] of users.entries()) {
      const first = users.findIndex((user) => user.id === id);
      if (id === undefined || first === index) continue;
      context.addIssue({ code: 'custom', path: ['users', index, 'id'], message: `is also the id of user ${first}` });
    }
  })
  .superRefine(({ languages = DEFAULT_TAGS, default_language: code }, context) => {
    if (code === undefined || languages.some((tag) => languageCode(tag) === code)) return;
    const message = `is not one of the languages ${languages.join(', ')}; got ${code}`;
    context.addIssue({ code: 'custom', path: ['default_language'], message });
  })
  .superRefine(({ languages = DEFAULT_TAGS, settings }, context) => {
    const { language_overrides = {} } = settings;
    const shared = sharedLocale(
      languageChoice({ languages: [...languages], language_overrides, default_language: '' }),
    );
    if (shared === undefined) return;
    const [{ tag, locale }, { tag: other }] = shared;
    const message = `has ${tag} and ${other}, which have the same locale ${locale}; leave one out, or give one another locale in language_overrides`;
    context.addIssue({ code: 'custom', path: ['languages'], message });
  });

export type SiteUser = z.output<typeof siteUser>;

/** A site as its operator describes it before its first start. */
export interface SiteFile {
  readonly users: readonly SiteUser[];
  /** The settings in the file. */
  readonly settings: Partial<SiteSettings>;
}

/** The site without a site file: it has no users, so core creates a first administrator. */
export const defaultSite: SiteFile = { users: [], settings: {} };

/**
 * Parses a description of a site.
 * @throws ConfigurationError
 */
export const readSite = (description: unknown, what = 'The site'): SiteFile => {
  const { users, settings, ...first } = readConfiguration(siteFile, description, what);
  // in zod's types a missing member may be undefined
  return { users, settings: { ...first, ...settings } as Partial<SiteSettings> };
};

/**
 * Reads a site file (JSON); without a path it returns the default site.
 * @throws ConfigurationError
 */
export const readSiteFile = async (path: string | undefined): Promise<SiteFile> => {
  if (path === undefined) return defaultSite;
  return readSite(await readJson(path), `The site file ${path}`);
};

const readJson = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error) || (!(error instanceof SyntaxError) && codeOf(error) === undefined)) throw error;
    throw new ConfigurationError(`The site file ${path} cannot be read: ${error.message}`, { cause: error });
  }
};
