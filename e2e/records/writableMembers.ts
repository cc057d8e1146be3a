import type { Body } from './recordSite.ts';

/** Readers of members that a record shows under another name or in another form than it is written. */
const SHOWN: Readonly<Record<string, (body: Body) => unknown>> = {
  // an event without a website shows its own address
  website: ({ website, url }) => (website === url ? undefined : website),
  // `calx/v1` shows `cost` without `cost_details`
  cost: ({ cost_details, cost }) => cost_details?.values ?? cost,
  // the site's settings have these as direct members
  currency_symbol: (body) => (body.cost_details ?? body).currency_symbol,
  currency_position: (body) => (body.cost_details ?? body).currency_position,
  currency_code: (body) => (body.cost_details ?? body).currency_code,
  _VenueLat: ({ geo_lat }) => geo_lat,
  _VenueLng: ({ geo_lng }) => geo_lng,
};

/** True if answers do not show the member; the test checks it in the written events. */
export const isHidden = (name: string, body: Body): boolean => name === 'password' && !Object.hasOwn(body, name);

const idOrValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(idOrValue);
  const { id, raw } = (value ?? {}) as Body;
  return raw ?? id ?? value;
};

/** Returns the value of a writable member of a record; for linked records, their ids. */
export const memberOfAnswer = (name: string, body: Body): unknown =>
  Object.hasOwn(SHOWN, name) ? SHOWN[name]?.(body) : idOrValue(body[name]);

const namesSymbol = (cost: unknown): boolean => /\p{Sc}|\p{Lu}{3}|kr/u.test(JSON.stringify(cost));

type Follows = readonly string[] | ((value: unknown) => readonly string[]);

/** Members that change together with a member: other forms of the same value, and derived defaults. */
const FOLLOWING: Readonly<Record<string, Follows>> = {
  // a comment without names of its own shows those of its account
  author: ['author_name', 'author_email'],
  author_name: ['author_email'],
  status: ['date', 'date_utc', 'date_gmt', 'slug', 'categories', 'password'],
  date: ['date_utc', 'date_gmt', 'status'],
  date_utc: ['date', 'status'],
  date_gmt: ['date', 'status'],
  all_day: ['start_date', 'end_date'],
  timezone: ['start_date', 'end_date'],
  cost: (value) => (namesSymbol(value) ? ['currency_symbol', 'currency_position'] : []),
  country: ['stateprovince'],
  state: ['stateprovince'],
  province: ['stateprovince'],
};

/** The same for `calx/v1`, which also shows derived members. */
const FOLLOWING_IN_CALX: Readonly<Record<string, readonly string[]>> = {
  content: ['excerpt'],
  start_date: ['start_date_utc', 'duration'],
  start_date_utc: ['start_date', 'duration'],
  end_date: ['end_date_utc', 'duration'],
  end_date_utc: ['end_date', 'duration'],
  duration: ['end_date', 'end_date_utc'],
  all_day: ['start_date_utc', 'end_date_utc', 'duration'],
  timezone: ['start_date_utc', 'end_date_utc', 'duration'],
  country: ['state_province'],
  state: ['state_province'],
  province: ['state_province'],
};

/** As in the reference: a menu without a sent description loses it, and its slug follows its name. */
const FOLLOWING_IN_MENUS = ['description', 'slug'];

/** Members of an item of a menu that say where it leads. */
const TARGETS = ['type', 'object', 'object_id', 'url'];

const inMenus = (name: string, pattern: string): readonly string[] => {
  if (pattern.startsWith('/core/v2/menus/')) return FOLLOWING_IN_MENUS;
  return pattern.startsWith('/core/v2/menu-items/') && TARGETS.includes(name) ? TARGETS : [];
};

export const followersOf = (name: string, value: unknown, pattern: string): readonly string[] => {
  const follows = FOLLOWING[name] ?? [];
  const inCalx = pattern.startsWith('/calx/v1/') ? (FOLLOWING_IN_CALX[name] ?? []) : [];
  return [...(typeof follows === 'function' ? follows(value) : follows), ...inCalx, ...inMenus(name, pattern)];
};
