import { inListsWithDrafts, withoutVersion } from '@almanac/content-model';
import { parseDateTime, toWallClock } from '@almanac/dates';
import type { Filter, Order } from '@almanac/documents';
import type { RestRequest, Values } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { Status } from '../content-items/contentItem.ts';
import type { KindNames } from '../content-items/itemKind.ts';
import { listedItems, mayAskFor, visibleTo, writableStatuses } from '../content-items/statuses.ts';
import { searchedBy } from '../events/eventQuery.ts';
import type { listArgs, termListArgs } from './postArgs.ts';

type TermValues = Values<typeof termListArgs>;

export type ListRequest = RestRequest<
  Values<typeof listArgs> & { readonly [Name in keyof TermValues]?: TermValues[Name] }
>;

const statusesOf = (asked: readonly (Status | 'any')[]): readonly Status[] => {
  const named = asked.filter((status) => status !== 'any');
  if (named.length < asked.length) return writableStatuses;
  return named.length === 0 ? ['publish'] : named;
};

/** Returns the filter of a list; undefined if the caller may not list the requested statuses. */
export const postFilter = (calendar: Calendar, kind: KindNames, request: ListRequest): Filter | undefined => {
  const { args, principal, language } = request;
  const statuses = statusesOf(args.status);
  if (!mayAskFor(principal, kind.type, statuses)) return undefined;
  const visible = visibleTo(principal, kind.type, statuses);
  const zone = calendar.settings.current().timezone;
  const utc = (text: string): string => toWallClock(parseDateTime(text, zone)?.instant ?? 0, 'UTC');
  const bound = (field: string, name: 'after' | 'before', text: string | undefined): Filter[] =>
    text === undefined ? [] : [{ field, [name]: utc(text) }];
  const among = (field: string, ids: readonly (number | string)[] | undefined): Filter[] =>
    ids === undefined || ids.length === 0 ? [] : [{ field, in: ids }];
  const without = (filters: Filter[]): Filter[] => filters.map((filter) => ({ not: filter }));
  const holds = (field: string, ids: readonly number[] | undefined): Filter[] =>
    ids === undefined || ids.length === 0 ? [] : [{ field, contains: ids }];
  return {
    all: [
      ...withoutVersion(listedItems(kind).collection, args.i18n_missing),
      inListsWithDrafts(listedItems(kind), language, calendar.languages, { statuses, visible }),
      visible,
      ...bound('dateUtc', 'after', args.after),
      ...bound('dateUtc', 'before', args.before),
      ...bound('modifiedUtc', 'after', args.modified_after),
      ...bound('modifiedUtc', 'before', args.modified_before),
      ...among('author', args.author),
      ...without(among('author', args.author_exclude)),
      ...among('id', args.include),
      ...(args.include.length === 0 ? without(among('id', args.exclude)) : []),
      ...among('slug', args.slug),
      ...holds('tags', args.tags),
      ...without(holds('tags', args.tags_exclude)),
      ...holds('categories', args.cal_events_cat),
      ...without(holds('categories', args.cal_events_cat_exclude)),
      ...(args.search === undefined ? [] : searchedBy(args.search, principal, { type: kind.type })),
    ],
  };
};

const FIELDS = {
  date: 'dateUtc',
  id: 'id',
  include: 'id',
  title: 'sortTitle',
  slug: 'slug',
  modified: 'modifiedUtc',
  author: 'author',
} as const;

/** Returns the order of a list. */
export const postOrder = ({ orderby, order }: Pick<ListRequest['args'], 'orderby' | 'order'>): readonly Order[] => [
  { field: FIELDS[orderby], direction: order },
];
