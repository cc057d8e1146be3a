import { pageAddress, type RenderContext } from '@almanac/pages';

/** The views of the calendar (docs/interface/views.md §1). */
const viewSlugs = ['list', 'month', 'week', 'day', 'latest-past'] as const;

export type ViewSlug = (typeof viewSlugs)[number];

/** The view of an address that names none. */
export const DEFAULT_VIEW: ViewSlug = 'month';

export const isViewSlug = (value: unknown): value is ViewSlug => viewSlugs.some((slug) => slug === value);

/** The names of the filters of a view in addresses. */
export const filterNames = ['search', 'category', 'tag', 'venue', 'organizer', 'featured', 'series'] as const;

export type FilterName = (typeof filterNames)[number];
export type ViewFilters = Readonly<Partial<Record<FilterName, string>>>;

/** The view that an address requests. */
export interface AskedView {
  readonly slug: ViewSlug;
  /** The day that the view shows or begins with, or a day of its week or month; undefined means today. */
  readonly date?: Temporal.PlainDate | undefined;
  /** True if a day of the month is picked; narrow screens show its events below the month. */
  readonly isPicked?: boolean;
  /** Counted from 1. */
  readonly page: number;
  /** True if the list shows past events. */
  readonly isPast: boolean;
  readonly filters: ViewFilters;
  /** The path of the list below `events`: `['list']`, `['category', 'arts', 'film']`. */
  readonly place: readonly string[];
  /** The filters that the place implies; its addresses do not repeat them. */
  readonly placed: ViewFilters;
  /** True for the form that other sites show in a frame. */
  readonly isEmbedded?: boolean;
  /** True if the address names a day that does not exist. */
  readonly isNowhere: boolean;
}

/** True for a view with an embedded form, if the address asks for it; links from it to other views leave the frame. */
export const isFramed = ({ slug, isEmbedded }: AskedView): boolean =>
  isEmbedded === true && (slug === 'list' || slug === 'month');

const segmentsOf = ({ slug, date, page, place }: AskedView): string[] => {
  const further = page > 1 ? ['page', String(page)] : [];
  if (slug === 'list' || slug === 'latest-past') return [...place, ...further];
  if (date === undefined) return slug === DEFAULT_VIEW ? [] : [slug, ...further];
  return [slug, slug === 'month' ? date.toPlainYearMonth().toString() : date.toString(), ...further];
};

/** Returns the query of an embedded view, which names everything. */
const embedQuery = (asked: AskedView): URLSearchParams => {
  const { slug, date, page, filters, isPast } = asked;
  const query = new URLSearchParams({ view: slug });
  for (const name of filterNames) if (filters[name] !== undefined) query.set(name, filters[name]);
  if (date !== undefined) query.set('date', date.toString());
  if (isPast) query.set('when', 'past');
  if (page > 1) query.set('page', String(page));
  return query;
};

/** Returns the query of an address: filters that the place does not imply, date, and past events. */
const queryOf = ({ slug, date, isPicked, isPast, filters, placed }: AskedView): URLSearchParams => {
  const isList = slug === 'list' || slug === 'latest-past';
  const query = new URLSearchParams();
  for (const name of filterNames) {
    const value = filters[name];
    if (value !== undefined && !(isList && placed[name] === value)) query.set(name, value);
  }
  const isNamed = isList || (slug === 'month' && isPicked);
  if (isNamed && date !== undefined) query.set('date', date.toString());
  if (slug === 'list' && isPast) query.set('when', 'past');
  if (slug === 'latest-past') query.set('eventDisplay', slug);
  return query;
};

type Where = Pick<RenderContext, 'site' | 'baseUrl' | 'language'>;

/** Returns the address of a view in the language of the page. */
export const viewAddress = (asked: AskedView, where: Where): string => {
  if (isFramed(asked)) return `${pageAddress(where, 'events', 'embed')}?${embedQuery(asked)}`;
  const query = queryOf(asked);
  return `${pageAddress(where, 'events', ...segmentsOf(asked))}${query.size === 0 ? '' : `?${query}`}`;
};

/** Returns the same events in another view, or at another time. */
export const withViewChange = (asked: AskedView, change: Partial<AskedView>): AskedView => ({
  ...asked,
  page: 1,
  isPast: false,
  isPicked: false,
  ...change,
});
