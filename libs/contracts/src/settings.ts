import { isZone } from '@almanac/dates';
import { canonicalTag, DEFAULT_TAGS, type LanguageChoice, languageCode, UNTRANSLATED } from '@almanac/i18n';
import { z } from 'zod';

/** The stream of the site's settings, and the key of their events. */
export const SETTINGS_KEY = 'settings-site';

/** Declares a setting: its schema with its description, and its default. */
const member = <Kind extends z.ZodType>(
  kind: Kind,
  preset: Parameters<typeof z._default<Kind>>[1],
  description: string,
): z.ZodDefault<Kind> => z._default(kind.meta({ description }), preset);

/** True for a zone that both the date tables and the platform know: use of any other would fail later. */
const isKnownZone = (name: string): boolean => {
  if (!isZone(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

const oneLine = z.string().max(200);
const dateLetters = z.string().min(1).max(50);
const view = z.enum(['list', 'month', 'week', 'day']);
const firstCode = ([first = '']: readonly string[]): string => languageCode(first) ?? first;

const openOrClosed = z.enum(['open', 'closed']);

const localePattern = z.string().regex(/^[a-z]{2,3}(_[A-Za-z]{4})?(_([A-Z]{2}|\d{3}))?$/);

/** The fewest and most languages of a site. */
const [MIN_LANGUAGES, MAX_LANGUAGES] = [1, 50];

const languageTag = z
  .string()
  .refine((tag) => canonicalTag(tag) !== undefined, 'is not a language tag such as pt-BR')
  .overwrite((tag) => canonicalTag(tag) ?? tag);

const languageOverride = z.strictObject({
  english_name: oneLine.min(1).optional(),
  native_name: oneLine.min(1).optional(),
  direction: z.enum(['ltr', 'rtl']).optional(),
  locale: localePattern.optional(),
});

/** The path of posts on a site that has set none. */
export const PLAIN_PERMALINK = '/{slug}/';

const permalinkPattern = z
  .string()
  .max(100)
  .regex(/^\/(?:[a-z][a-z\d-]*\/)*(?:\{year\}\/(?:\{month\}\/(?:\{day\}\/)?)?)?\{slug\}\/$/);

const most = (preset: number) => z.int().min(0).max(1_000_000).default(preset);

/**
 * The settings of the site, listed only here. The site file, the aggregate of core, the arguments and the description
 * of `core/v2/settings`, and the event of a change are all derived from this list.
 */
export const siteSettings = z.object({
  name: member(oneLine, 'Almanac', 'The name of the site.'),
  description: member(oneLine, '', 'The tagline of the site, in a few words.'),
  timezone: member(z.string().refine(isKnownZone, 'is not a time zone'), 'UTC', 'The time zone of the site.'),
  languages: member(
    z
      .array(languageTag)
      .min(MIN_LANGUAGES)
      .max(MAX_LANGUAGES)
      .refine((tags) => new Set(tags.map(languageCode)).size === tags.length, 'names a language twice'),
    [...DEFAULT_TAGS],
    'The languages of the site, as BCP 47 tags. Addresses and parameters have them in lower case.',
  ),
  language_overrides: member(
    z
      .record(z.string(), languageOverride)
      .refine((byCode) => Object.keys(byCode).every(languageCode), 'has a key that is not a language tag such as pt-BR')
      .overwrite((byCode) =>
        Object.fromEntries(Object.entries(byCode).map(([tag, override]) => [languageCode(tag) ?? tag, override])),
      ),
    {},
    'Names, direction and locale of languages, by code, where they differ from those of their tag.',
  ),
  default_language: member(
    z
      .string()
      .refine((code) => languageCode(code) !== undefined, 'is not a language tag such as pt-BR')
      .overwrite((code) => languageCode(code) ?? code),
    firstCode(DEFAULT_TAGS),
    'The language whose addresses name none. It changes only while the site has no records.',
  ),
  accent_color: member(
    z
      .string()
      .regex(/^#[\dA-Fa-f]{6}$/)
      .overwrite((colour) => colour.toLowerCase()),
    '#0b4f9e',
    'The colour of links and buttons on pages, #rrggbb. Pages lighten or darken it where texts need more contrast.',
  ),
  site_logo: member(z.int().min(0), 0, 'The id of the picture beside the site’s name on pages; 0 for none.'),
  currency_symbol: member(z.string().max(10), '$', 'The sign of the currency of costs.'),
  currency_code: member(z.string().length(3), 'USD', 'The currency of costs, in three letters.'),
  currency_position: member(z.enum(['prefix', 'postfix']), 'prefix', 'The position of the currency symbol.'),
  events_per_page: member(z.int().min(1).max(50), 10, 'The number of events on a page of a list.'),
  day_cutoff: member(
    z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    '00:00',
    'The time at which a day of the calendar ends and the next begins: HH:MM.',
  ),
  series_months: member(
    z.int().min(1).max(60),
    24,
    'The number of months ahead for which occurrences of a series are made.',
  ),
  series_occurrences: member(
    z.int().min(1).max(1_000),
    1_000,
    'The maximum number of occurrences of a series that are still to come.',
  ),
  collapse_series: member(
    z.boolean(),
    false,
    'True if the lists of pages show only the next occurrence of each series, and past lists the latest.',
  ),
  enabled_views: member(
    z.array(view).min(1).max(4),
    view.options,
    'The views of the calendar that visitors can choose.',
  ),
  zone_mode: member(z.enum(['event', 'site']), 'event', 'The zone of displayed times: the event’s own or the site’s.'),
  date_format: member(dateLetters, 'F j, Y', 'How dates are written, in the letters of PHP’s date().'),
  time_format: member(dateLetters, 'g:i a', 'How times are written, in the letters of PHP’s date().'),
  map_search: member(
    z
      .string()
      .max(500)
      .regex(/^https:\/\/[^\s"<>]*$/),
    'https://maps.google.com/maps?f=q&source=s_q&hl=en&geocode=&q=',
    'The address of the map service; the place of a venue is appended to it.',
  ),
  permalinks: member(
    permalinkPattern,
    PLAIN_PERMALINK,
    'The path of a post: a prefix or none, the year, year and month, year, month and day or none, and the slug.',
  ),
  posts_per_page: member(z.int().min(1).max(100), 10, 'The number of posts on a page of a list.'),
  start_of_week: member(z.int().min(0).max(6), 1, 'The first day of the week; 0 is Sunday.'),
  start_of_week_in_every_language: member(
    z.boolean(),
    false,
    'True if weeks begin on Monday in every language. False if pages that are not in English begin them as usual in their region while the first day is Monday.',
  ),
  default_ping_status: member(openOrClosed, 'open', 'Pings of new posts are open or closed.'),
  default_comment_status: member(openOrClosed, 'open', 'Comments of new posts are open or closed.'),
  visitor_comments: member(
    z.boolean(),
    false,
    'True if visitors without an account may comment; their comments are held.',
  ),
  comment_held_words: member(z.array(oneLine).max(200), [], 'Words that hold a comment for moderation.'),
  embed_sites: member(
    z
      .array(
        z
          .string()
          .max(200)
          .regex(/^(?:\*|https?:\/\/(?:\*\.)?[A-Za-z\d.-]+(?::\d{1,5})?)$/),
      )
      .max(50),
    ['*'],
    'The sites that may show calendars of this site in a frame, as https://example.org; * for all, an empty list for none.',
  ),
  event_suggestions: member(
    z.boolean(),
    false,
    'True if visitors without an account may suggest events; an editor publishes or declines them.',
  ),
  honour_privacy_signals: member(z.boolean(), true, 'True if visits with a do-not-track signal are not counted.'),
  popup_limits: member(
    z.strictObject({ visitor: most(60), address: most(300), site: most(50) }),
    { visitor: 60, address: 300, site: 50 },
    'How many openings and conversions of popups are counted: an hour of a visitor and of an address, a second of the site; 0 for any number.',
  ),
  reserved_ids: member(
    z.int().min(0).max(1_000_000_000),
    0,
    'The highest id that new records never get; a move keeps the ids of the old site below it.',
  ),
  translation_review: member(
    z.enum(['hold', 'publish', 'none']),
    'hold',
    'Whether what machines translate waits for a review before it is public, afterwards, or for none.',
  ),
});

/** A link of a menu on the pages of the site. */
const navigationLink = z.object({
  id: z.int().meta({ description: 'The id of the item.' }),
  parent: z.int().meta({ description: 'The id of the link above it; 0 for none.' }),
  text: z.string().meta({ description: 'Without markup.' }),
  href: z.string().meta({ description: 'An address, or a path from the root of the site.' }),
  target: z.string().optional(),
  rel: z.string().optional(),
  title: z.string().optional(),
  versions: z
    .record(z.string(), z.object({ text: z.string(), href: z.string() }))
    .optional()
    .meta({ description: 'The versions of the linked record in other languages, by code.' }),
});

export type NavigationLink = z.output<typeof navigationLink>;

/** The picture of the site's logo. */
const logoPicture = z.object({
  path: z.string().meta({ description: 'The path of the file from the root of the site.' }),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
});

/** The settings in core, which derives some members itself. */
const storedSettings = siteSettings.extend({
  later_languages: member(
    z.array(z.string()),
    [],
    'The codes of languages that the site has had with interruptions, or not from its start.',
  ),
  former_permalinks: member(z.array(z.string()), [], 'The former paths of posts, newest first.'),
  navigation: member(
    z.record(z.string(), z.array(navigationLink)),
    {},
    'The links of the menus on the site’s pages, by place.',
  ),
  logo_picture: member(logoPicture.nullable(), null, 'The picture of `site_logo`, if visitors may see it.'),
});

export type SiteSettings = z.output<typeof storedSettings>;

/** The settings of a site that has set none. */
export const defaultSettings: SiteSettings = storedSettings.parse({});

/** The main language for which the default formats and first day of the week are chosen. */
export const DEFAULT_FORMATS_LANGUAGE = UNTRANSLATED;

/** Returns all settings: the given ones, and defaults for the others. The default language is the first of the site's. */
export const completeSettings = (chosen: Partial<SiteSettings>): SiteSettings => {
  const default_language = firstCode(chosen.languages ?? DEFAULT_TAGS);
  return { ...defaultSettings, default_language, ...chosen };
};

/** Returns the languages that the settings choose. */
export const languageChoice = ({
  languages: tags,
  language_overrides: overrides,
  default_language: defaultLanguage,
}: Pick<SiteSettings, 'languages' | 'language_overrides' | 'default_language'>): LanguageChoice => ({
  tags,
  defaultLanguage,
  overrides: Object.fromEntries(
    Object.entries(overrides).map(([code, { english_name, native_name, direction, locale }]) => [
      code,
      {
        ...(english_name !== undefined && { englishName: english_name }),
        ...(native_name !== undefined && { nativeName: native_name }),
        ...(direction !== undefined && { direction }),
        ...(locale !== undefined && { locale }),
      },
    ]),
  ),
});

/** Returns the type of a value without its rules: core checks the rules, so a loosened rule breaks no consumer. */
const ruleless = (kind: z.ZodType): z.ZodType => {
  if (kind instanceof z.ZodString || kind instanceof z.ZodEnum) return z.string();
  return kind instanceof z.ZodNumber ? z.int() : kind;
};

const shape = Object.entries(storedSettings.shape).map(([name, { _zod }]) => {
  const kind = _zod.def.innerType;
  return [name, ruleless(kind).meta({ description: kind.description }).optional()];
});

/**
 * Changed settings as they are published: only members that are present. Members unknown to this release are left out.
 */
export const publishedSettings: z.ZodType<Partial<SiteSettings>> = z.object(Object.fromEntries(shape));
