import { decodedText } from '@almanac/text';
import { type AskedView, DEFAULT_VIEW, filterNames, isViewSlug, type ViewFilters, type ViewSlug } from './askedView.ts';

const FIRST_YEAR = 1970;
const LAST_YEAR = 2200;
const MAX_FILTER_LENGTH = 200;

/** Returns the day, or the first day of the month, in a text; undefined if it is invalid or outside the calendar. */
const readDay = (text: unknown): Temporal.PlainDate | undefined => {
  const [, year, month, day = '01'] =
    (typeof text === 'string' ? /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text.trim()) : null) ?? [];
  if (year === undefined) return undefined;
  try {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`, { overflow: 'reject' });
    return isShown(date) ? date : undefined;
  } catch {
    return undefined;
  }
};

/** True if views of that day have addresses. */
export const isShown = ({ year }: Temporal.PlainDate): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

interface Place {
  readonly slug: ViewSlug;
  readonly place: readonly string[];
  readonly placed: ViewFilters;
  readonly date?: Temporal.PlainDate | undefined;
  readonly isNowhere: boolean;
}

const listAt = (place: readonly string[], placed: ViewFilters = {}): Place => ({
  slug: 'list',
  place,
  placed,
  isNowhere: false,
});

/** Returns the place that the segments after `events` name; unknown segments lead to the start of the calendar. */
const placeOf = ([first = '', ...rest]: readonly string[]): Place => {
  const last = rest.at(-1);
  if (first === 'featured') return listAt([first], { featured: '1' });
  if (first === 'category' && last !== undefined) return listAt([first, ...rest], { category: last });
  if (first === 'tag' && last !== undefined) return listAt([first, last], { tag: last });
  if (!isViewSlug(first)) return { ...listAt(['list']), slug: DEFAULT_VIEW };
  const date = readDay(rest[0]);
  const isDated = first !== 'list' && rest[0] !== undefined;
  return { ...listAt(['list']), slug: first, date, isNowhere: isDated && date === undefined };
};

const PAGE = /^\d{1,6}$/;

interface PageAddress {
  readonly segments: readonly string[];
  readonly page?: number;
}

/** Splits `page/<number>` off the end of the segments. */
const paged = (segments: readonly string[]): PageAddress => {
  const [word, number = ''] = segments.slice(-2);
  const isPage = word === 'page' && PAGE.test(number);
  return isPage ? { segments: segments.slice(0, -2), page: Number(number) } : { segments };
};

/** Returns the page in a query, for views with several pages. */
const queriedPage = (shown: ViewSlug, query: URLSearchParams): number => {
  const number = query.get('page') ?? '';
  return (shown === 'list' || shown === 'day') && PAGE.test(number) ? Math.max(1, Number(number)) : 1;
};

const SEARCH_BAR = 'cal-bar-search';
const DATES = ['date', 'eventDate', 'cal-bar-date'] as const;

const filtersOf = (query: URLSearchParams, placed: ViewFilters): ViewFilters => {
  const given = (name: string): string => (query.get(name) ?? '').trim().slice(0, MAX_FILTER_LENGTH).toWellFormed();
  const said = filterNames.map((name) => [name, given(name) || (name === 'search' ? given(SEARCH_BAR) : '')] as const);
  return { ...Object.fromEntries(said.filter(([, value]) => value !== '')), ...placed };
};

/**
 * Returns the view that an address of the site requests (docs/interface/views.md §3).
 * @param path without the segment of the language
 */
export const readView = (path: string, query: URLSearchParams): AskedView => {
  const [first, ...below] = path.split('/').filter((segment) => segment !== '');
  const { segments, page: own } = paged(first?.toLowerCase() === 'events' ? below.map(decodedText) : []);
  const { slug, place, placed, date, isNowhere } = placeOf(segments);
  const display = query.get('eventDisplay');
  const shown = isViewSlug(display) ? display : display === 'past' ? 'list' : slug;
  const page = own ?? queriedPage(shown, query);
  const named = DATES.map((name) => query.get(name)?.trim()).find((text) => readDay(text) !== undefined);
  return {
    slug: shown,
    date: readDay(named) ?? date,
    isPicked: shown === 'month' && named?.length === 'YYYY-MM-DD'.length,
    page,
    isPast: shown === 'list' && (query.get('when') === 'past' || display === 'past'),
    filters: filtersOf(query, placed),
    place,
    placed,
    isNowhere: isNowhere || page < 1,
  };
};
