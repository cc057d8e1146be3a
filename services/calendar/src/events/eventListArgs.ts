import { anything, boolean, type Invalid, integer, invalid, number } from '@almanac/rest';
import { readableDate } from '../content-items/dateTexts.ts';
import { listPassword, statusFilter } from '../content-items/itemArgs.ts';
import { idList, isTruthy, pagingArgs, piecesOf, searchText, termList } from '../requestArgs.ts';

const bound = (description: string, preset?: () => string) =>
  anything({ description, parse: readableDate, ...(preset && { default: preset }) });

const uids = (value: unknown): string[] | Invalid => {
  const list = Array.isArray(value) ? value : [value];
  const texts = list.every((each): each is string => typeof each === 'string' && each !== '');
  return texts && list.length > 0 ? list : invalid('{name} is neither a name nor a list of names.');
};

export interface ListDefaults {
  readonly perPage: number | (() => number);
  /** The default bounds of the list. */
  readonly startDate: () => string;
  readonly endDate: () => string;
}

/** Filters by time. */
const dateArgs = ({ startDate, endDate }: ListDefaults) => ({
  start_date: bound('Events that start at this date or later.', startDate),
  end_date: bound('Events that end at this date or earlier.', endDate),
  starts_before: bound('Events that start before this date.'),
  starts_after: bound('Events that start after this date.'),
  ends_before: bound('Events that end before this date.'),
  ends_after: bound('Events that end after this date.'),
  strict_dates: anything({
    description: 'True if the bounds are exact times; otherwise they are whole days.',
    parse: (value): boolean | Invalid => (value === '' ? invalid('{name} must not be empty.') : isTruthy(value)),
    default: false,
  }),
});

/** Filters by location. */
const placeArgs = {
  geoloc: boolean({ description: 'true: only events at venues with coordinates.' }),
  geoloc_lat: number({
    description: 'The latitude around which venues are looked for; needs geoloc_lng.',
    minimum: -90,
    maximum: 90,
    words: { type: undefined, minimum: undefined, maximum: undefined, format: 'double' },
  }),
  geoloc_lng: number({
    description: 'The longitude around which venues are looked for; needs geoloc_lat.',
    minimum: -180,
    maximum: 180,
    words: { type: undefined, minimum: undefined, maximum: undefined, format: 'double' },
  }),
  geofence: number({ description: 'The maximum distance of venues, in kilometres. Default: 50.', minimum: 0 }),
};

/** Filters by linked records. */
const linkArgs = {
  categories: termList('Events in any of these categories, by id or slug.'),
  tags: termList('Events with any of these tags, by id or slug.'),
  venue: idList('Events at any of these venues.'),
  organizer: idList('Events of any of these organizers.'),
};

/** Filters by series (docs/interface/series.md §5). */
export const seriesArgs = {
  series: integer({ description: 'Only the occurrences of this series.', minimum: 1 }),
  collapse_series: boolean({ description: 'True to list only the next occurrence of each series.', default: false }),
};

export const ticketedArg = boolean({
  description: 'Events with tickets, or without.',
  check: (value) => (value ? invalid('Tickets are not active on this site.', 'event-tickets-not-active') : undefined),
});

const include = anything({
  description: 'Only these events, regardless of their dates.',
  parse: (value): number[] | Invalid => {
    const ids = (piecesOf(value) ?? []).map(Number);
    const positive = ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0);
    return positive ? ids : invalid('{name} is no list of ids.');
  },
});

/** Arguments of the list of events (docs/interface/calendar.md §7). */
export const eventListArgs = (defaults: ListDefaults) => ({
  ...pagingArgs(defaults.perPage),
  ...dateArgs(defaults),
  search: searchText('Words that occur in the title, the description or the excerpt.'),
  ...linkArgs,
  featured: boolean({ description: 'true: only featured events. false: only events that are not featured.' }),
  status: statusFilter,
  ...placeArgs,
  include,
  post_parent: integer({ description: 'Only events whose parent is this event.' }),
  ticketed: ticketedArg,
  ...seriesArgs,
  import_uid: anything({ description: 'Only the events with this importer’s name.', parse: uids }),
  password: listPassword,
});
