import { readFile } from 'node:fs/promises';
import { defaultLanguage, languageCodes } from '@almanac/i18n';
import { roles } from '@almanac/identity';
import { z } from 'zod';
import { ConfigurationError, readConfiguration } from './environment.ts';

const isZone = (name: string): boolean => {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch (error) {
    if ((error as Error).name === 'RangeError') return false;
    throw error;
  }
};

/** A user that the site starts with; core makes it at the first start (ids 1, 2, 3 … in this order). */
const siteUser = z.object({
  login: z.string().min(1).max(60),
  role: z.enum(roles),
  email: z.email(),
  display_name: z.string().optional(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  /** The account's password, for signing in; application passwords are apart. */
  password: z.string().min(1).optional(),
  application_passwords: z.array(z.object({ name: z.string().min(1), password: z.string().min(1) })).default([]),
});

/** Decisions.md, Calendar, "Site settings". */
const settings = z.object({
  currency_symbol: z.string().default('$'),
  currency_code: z.string().length(3).default('USD'),
  currency_position: z.enum(['prefix', 'postfix']).default('prefix'),
  events_per_page: z.int().min(1).max(50).default(10),
  /** `HH:MM`: when a day of the calendar ends and the next begins. */
  day_cutoff: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('00:00'),
  /** Whether times are shown in the event's own zone or in the site's. */
  zone_mode: z.enum(['event', 'site']).default('event'),
  /** In the letters of PHP's date(). */
  date_format: z.string().default('F j, Y'),
  time_format: z.string().default('g:i a'),
  posts_per_page: z.int().min(1).max(100).default(10),
  /** 0 is Sunday. */
  start_of_week: z.int().min(0).max(6).default(1),
});

const siteFile = z.object({
  name: z.string().default('Almanac'),
  description: z.string().default(''),
  timezone: z.string().refine(isZone, 'is not a time zone').default('UTC'),
  default_language: z.enum(languageCodes).default(defaultLanguage),
  users: z.array(siteUser).default([]),
  settings: settings.prefault({}),
});

export type SiteUser = z.output<typeof siteUser>;

/** One site, as its operator describes it; the members are those of the site file. */
export type SiteSettings = z.output<typeof siteFile>;

/** The site of a start without site file: no users, core makes a first administrator. */
export const defaultSite: SiteSettings = siteFile.parse({});

/** Completes a description of a site with the defaults. @throws ConfigurationError */
export const readSite = (description: unknown, what = 'The site'): SiteSettings =>
  readConfiguration(siteFile, description, what);

/** Reads a site file (JSON); without a path it is the default site. @throws ConfigurationError */
export const readSiteFile = async (path: string | undefined): Promise<SiteSettings> => {
  if (path === undefined) return defaultSite;
  return readSite(await readJson(path), `The site file ${path}`);
};

const readJson = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    if (name !== 'SyntaxError' && code === undefined) throw error;
    throw new ConfigurationError(`The site file ${path} cannot be read: ${message}`, { cause: error });
  }
};
