import fc, { type Arbitrary } from 'fast-check';
import type { Words } from '../fuzz/declaredRoutes.ts';
import { hostileAddress, hostileName, hostileText } from './hostileTexts.ts';

/** Ids of records that others refer to. */
export interface ReferencedIds {
  readonly users: readonly number[];
  readonly media: readonly number[];
  readonly posts: readonly number[];
  readonly pages: readonly number[];
  readonly comments: readonly number[];
  /** Ids of terms by collection path. */
  readonly terms: Readonly<Record<string, readonly number[]>>;
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
}

type Member = (
  declared: Words,
  around: { readonly pattern: string; readonly referred: ReferencedIds },
) => Arbitrary<unknown>;

const serial = fc.nat({ max: 2 ** 31 - 1 });
const isList = ({ type }: Words): boolean => type === 'array';
const spaceOf = (pattern: string): string => pattern.split('/').slice(0, 3).join('/');
const someOf = (ids: readonly number[]): Arbitrary<number[]> => fc.subarray([...ids]);

const costs = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    'Free',
    'TBD & more',
    '15€',
    '$20.50',
    '10-20',
    '1,234.56',
    '15 EUR',
    'CA$ 15',
    '20,50',
    7.5,
  ),
  fc.constantFrom(...['1 000 $', '1.234,56 €', "1'000 CHF", '1\u202f000\u00a0€', '<5', '-5', '20 per "person"']),
  fc.array(fc.constantFrom('0$', '20$', '30$', '5', '€7'), { minLength: 2, maxLength: 3 }),
  hostileText,
);

/** Start times, among them in the hour that clocks skip and in the hour that they repeat. */
const starts = fc.constantFrom(
  '2031-03-09 02:30:00',
  '2031-06-10 19:30:00',
  '2031-06-10T19:30:00+02:00',
  '2031-11-02T01:30:00-05:00',
  '2031-11-02 01:30:00',
);
const ends = fc.constantFrom('2032-03-14 02:30', '2032-06-10', '2032-11-07T01:30:00-05:00', '2032-01-01 00:00:00');
/** Start times without offsets, for `calx/v1`. */
const clockStarts = fc.constantFrom('2031-03-09 02:30:00', '2031-06-10 19:30:00', '2031-11-02 01:30:00');
const clockEnds = fc.constantFrom('2032-03-14 02:30:00', '2032-11-07 01:30:00', '2032-01-01 00:00:00');
const timed =
  (clocks: Arbitrary<string>, texts: Arbitrary<string> = clocks): Member =>
  ({ format }) =>
    format === 'date-time' ? clocks : texts;
const published = fc.constantFrom(
  '2021-05-05 10:00:00',
  '2020-11-01 01:30:00',
  '2022-05-05T12:30:00Z',
  '2033-01-01T00:00:00+09:00',
);
const dateTimes = fc.constantFrom('2021-05-05T10:00:00', '2020-11-01T01:30:00', '2033-01-01T00:00:00');

const linked =
  (collection: 'venues' | 'organizers', name: string): Member =>
  (declared, { referred }) =>
    declared.type === 'string'
      ? hostileName
      : fc.oneof(
          someOf(referred[collection]),
          fc.record({ [name]: hostileName, description: hostileText, website: hostileAddress, phone: hostileText }),
        );

const terms =
  (collection: string): Member =>
  (declared, { pattern, referred }) => {
    const ids = someOf(referred.terms[`${spaceOf(pattern)}/${collection}`] ?? []);
    return isList(declared)
      ? ids
      : fc.oneof(
          ids,
          fc.array(
            hostileName.map((name) => name.replaceAll(',', '')),
            { maxLength: 2 },
          ),
        );
  };

const STATUSES: readonly unknown[] = ['publish', 'future', 'draft', 'pending', 'private'];

const LANGUAGES = ['en', 'fr-ca', 'es-us'];
const paths = fc.subarray(['/', '/events/*', '/a b/', '*&"*']);

/** Members with different values in one namespace than elsewhere. */
const byPlace: readonly (readonly [pattern: string, members: Readonly<Record<string, Member>>])[] = [
  [
    '/popup/v1/popups',
    {
      status: () => fc.constantFrom('draft', 'publish'),
      include: () => paths,
      exclude: () => paths,
      languages: () => fc.subarray(LANGUAGES),
      starts: () => fc.constantFrom(null, '2031-03-09T02:30:00Z'),
      ends: () => fc.constantFrom(null, '2033-03-09T02:30:00+02:00'),
      trigger: () => fc.constantFrom({ on: 'load', delay: 0 }, { on: 'scroll', depth: 40, delay: 5 }),
      goal: () => fc.constantFrom({ on: 'click', selector: 'a > b' }, { on: 'submit', selector: 'form' }),
    },
  ],
  ['/core/v2/pages', { parent: (_, { referred }) => fc.constantFrom(0, ...referred.pages) }],
  [
    '/cal/event-import/v1/feeds',
    {
      url: () => serial.map((n) => `https://calendars.example.test/${n}.ics?a=b&c=%22`),
      categories: () => fc.uniqueArray(hostileName, { maxLength: 2 }),
    },
  ],
  [
    '/core/v2/menu-items',
    {
      type: () => fc.constant('custom'),
      object: () => fc.constant('custom'),
      object_id: () => fc.constant(0),
      url: () => serial.map((n) => `https://links.example.test/${n}?a=b&c=%22`),
      parent: () => fc.constant(0),
      menus: () => fc.constant(0),
    },
  ],
  [
    '/core/v2/comments',
    {
      parent: (_, { referred }) => fc.constantFrom(0, ...referred.comments),
      status: () => fc.constantFrom('approved', 'hold', 'spam'),
    },
  ],
  [
    '/core/v2/cal_events_cat',
    { parent: (_, { referred }) => fc.constantFrom(0, ...(referred.terms['/cal/events/v1/categories'] ?? [])) },
  ],
  ['/core/v2/cal_events/', { meta: () => fc.constantFrom({ _EventURL: 'https://a.example/x' }, { _EventCost: '12' }) }],
  ['/core/v2/cal_venue/', { meta: () => serial.map((n) => ({ _VenueCity: `Quay ${n}` })) }],
  ['/core/v2/cal_organizer/', { meta: () => serial.map((n) => ({ _OrganizerPhone: `+1 ${n}` })) }],
  [
    '/core/v2/settings',
    {
      permalinks: () => fc.constantFrom('/{slug}/', '/{year}/{month}/{slug}/', '/news/{slug}/'),
      accent_color: () => fc.constantFrom('#0b4f9e', '#C2185B', '#ffffff'),
      site_logo: (_, { referred }) => fc.constantFrom(0, ...referred.media),
      embed_sites: () => fc.subarray(['*', 'https://example.org', 'http://*.example.test:8080']),
      map_search: () => fc.constantFrom('https://maps.example.test/?q=', 'https://maps.example.test/search?a=b&q='),
    },
  ],
  [
    '/ops/v1/webhooks',
    {
      url: () => serial.map((n) => `https://hooks.example.test/${n}?a=b&c=%22`),
      types: () => fc.subarray(['core.tag-changed.v1', 'calendar.event-changed.v1']),
      status: () => fc.constantFrom('active', 'paused'),
    },
  ],
  [
    '/i18n/tm/v1/translators',
    {
      user_id: (_, { referred }) => fc.constantFrom(...referred.users),
      language_pairs: () => fc.constantFrom({ en: ['fr-ca'] }, { en: ['es-us', 'fr-ca'], 'fr-ca': ['en'] }),
    },
  ],
  [
    '/i18n/st/v1/strings',
    {
      domain: () => fc.constantFrom('theme', 'my-plugin'),
      value: () => hostileName,
      context: () => fc.constantFrom('', 'menu & "bar"'),
      source_language: () => fc.constant('en'),
      translations: () => fc.constantFrom({}, { 'fr-ca': 'L’été <b>&amp;' }, { 'fr-ca': null, 'es-us': ' x ' }),
    },
  ],
];

/** Members whose declaration does not describe all their constraints. */
const byName: Readonly<Record<string, Member>> = {
  author: (_, { referred }) => fc.constantFrom(...referred.users),
  featured_media: (_, { referred }) => fc.constantFrom(0, ...referred.media),
  image: (_, { referred }) => fc.constantFrom('', ...referred.media),
  post: (_, { referred }) => fc.constantFrom(0, ...referred.posts),
  parent: (_, { pattern, referred }) => fc.constantFrom(0, ...(referred.terms[pattern.split('/(')[0] ?? ''] ?? [])),
  categories: terms('categories'),
  tags: terms('tags'),
  cal_events_cat: (_, { referred }) => someOf(referred.terms['/cal/events/v1/categories'] ?? []),
  venues: (_, { referred }) => someOf(referred.venues),
  organizers: (_, { referred }) => someOf(referred.organizers),
  venue: linked('venues', 'venue'),
  organizer: linked('organizers', 'organizer'),
  name: () => fc.tuple(hostileName, serial).map(([name, n]) => `${name} ${n}`),
  title: () => hostileName,
  slug: () => fc.tuple(hostileText, serial).map(([text, n]) => `s${text.replaceAll('/', '')}${n}`),
  username: () => serial.map((n) => `user.${n} a@b`),
  email: () => serial.map((n) => `o'neil+${n}@example.test`),
  password: (_, { pattern }) =>
    pattern.includes('/users') ? serial.map((n) => `long "secret" & ${n}`) : fc.constantFrom('', 'a & b', ' "x" '),
  roles: () => fc.subarray(['editor', 'author', 'subscriber'], { minLength: 1 }),
  import_uid: () => fc.tuple(hostileName, serial).map(([text, n]) => `${n}${text}`.slice(0, 200)),
  app_id: () => fc.oneof(fc.constant(''), fc.uuid()),
  status: ({ enum: known = STATUSES }) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...STATUSES) },
      { weight: 1, arbitrary: fc.constantFrom(...known) },
    ),
  date: ({ format }) => (format === 'date-time' ? dateTimes : published),
  date_utc: () => published,
  day_cutoff: () => fc.constantFrom('00:00', '03:00', '06:30'),
  start_date: timed(clockStarts, starts),
  end_date: timed(clockEnds, ends),
  start_date_utc: timed(clockStarts),
  end_date_utc: timed(clockEnds),
  languages: () => fc.subarray(['fr-CA', 'es-US', 'de', 'pt-BR', 'zh-Hant']).map((tags) => ['en', 'en-CA', ...tags]),
  language_overrides: () => fc.constantFrom({ en: { native_name: 'Plain English' } }, { 'en-ca': { locale: 'en_GB' } }),
  timezone: () => fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'UTC', 'UTC-3.5', ''),
  cost: () => costs,
  currency_symbol: () => fc.constantFrom('', '€', '&', 'CA$', '<b>', 'kr '),
  currency_code: () => fc.constantFrom('', 'EUR', 'USD'),
  website: () => fc.oneof(fc.constant(''), hostileAddress),
  url: () => fc.oneof(fc.constantFrom('', '/', 'example.org/x y', 'javascript:x'), hostileAddress),
  _VenueLat: () => fc.double({ min: -90, max: 90, noNaN: true }).map(String),
  _VenueLng: () => fc.double({ min: -180, max: 180, noNaN: true }).map(String),
  footnotes: () => fc.constantFrom('', '[{"id":"a","content":"<b>&amp;"}]', '[]', 'no json'),
};

/** Generates values for a member, by its name or by its declaration. */
export const memberValues = (
  name: string,
  declared: Words,
  around: { readonly pattern: string; readonly referred: ReferencedIds },
): Arbitrary<unknown> => {
  const placed = byPlace.find(([pattern]) => around.pattern.startsWith(pattern))?.[1] ?? {};
  const own = Object.hasOwn(placed, name) ? placed[name] : undefined;
  const named = own ?? (Object.hasOwn(byName, name) ? byName[name] : undefined);
  if (named !== undefined) return named(declared, around);
  if (declared.enum !== undefined) return fc.constantFrom(...declared.enum);
  if (declared.format === 'date-time') return dateTimes;
  const [type] = [declared.type ?? 'string'].flat();
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return fc.nat({ max: 99 });
  if (type === 'array') return fc.array(memberValues('', declared.items ?? {}, around), { maxLength: 3 });
  if (type === 'object' && declared.properties !== undefined && !('raw' in declared.properties)) {
    return membersOf(declared.properties, around);
  }
  return hostileText;
};

/** Generates bodies with some of the declared members, and always the required ones and the title of a post. */
export const membersOf = (
  args: Readonly<Record<string, Words>>,
  around: { readonly pattern: string; readonly referred: ReferencedIds },
): Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(Object.entries(args).map(([name, words]) => [name, memberValues(name, words, around)])),
    {
      requiredKeys: Object.keys(args).filter((name) => args[name]?.required === true || name === 'title'),
    },
  );
