import { inListsWithDrafts, protectedSearch, withAllVersions } from '@almanac/content-model';
import type { Documents, Filter, Order } from '@almanac/documents';
import type { Principal, RecordType } from '@almanac/identity';
import { invalidParams, type Values } from '@almanac/rest';
import { searchTerms } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import type { ItemState, Status } from '../content-items/contentItem.ts';
import type { KindNames, LinkedKindNames } from '../content-items/itemKind.ts';
import { mayReadItem } from '../content-items/itemRights.ts';
import { listedItems, listedWithoutAsking, locksOf, mayAskFor, visibleTo } from '../content-items/statuses.ts';
import { organizerKind } from '../organizers/organizer.ts';
import type { OptionalValues } from '../requestArgs.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import { tagTaxonomy } from '../terms/tagCopies.ts';
import { eventsWithTerms, filteredTerms, namingOf } from '../terms/termLookup.ts';
import { venueKind } from '../venues/venue.ts';
import { type Bounds, boundFilters, boundNames, readBounds } from './dateBounds.ts';
import { eventKind } from './event.ts';
import type { eventListArgs } from './eventListArgs.ts';
import { nearbyVenues } from './nearbyVenues.ts';
import { type SeriesState, seriesCollection } from './seriesAggregate.ts';

type EventListValues = Values<ReturnType<typeof eventListArgs>>;

export type EventListArgs = Pick<EventListValues, 'strict_dates'> &
  OptionalValues<Omit<EventListValues, 'strict_dates' | 'categories' | 'tags'>> & {
    /** Slugs and ids; a number is an id. */
    readonly [Name in 'categories' | 'tags']?: readonly (string | number)[] | undefined;
  };

export interface EventListRequest {
  readonly args: EventListArgs;
  readonly given: ReadonlySet<string>;
  readonly principal: Principal;
  readonly language: string;
  /** Includes the events that the calendar hides. */
  readonly withHidden?: true;
}

export interface EventQuery {
  readonly filter: Filter;
  readonly order: readonly Order[];
  /** The effective bounds. */
  readonly bounds: Bounds;
  /** The listed statuses. */
  readonly statuses: readonly Status[];
}

/** Returns the query for a list of events. @throws DomainError 400 for unknown records, terms or statuses */
export const eventQuery = async (calendar: Calendar, request: EventListRequest): Promise<EventQuery> => {
  const { args, principal, language } = request;
  if (args.status !== undefined && !mayAskFor(principal, 'cal_events', args.status)) {
    throw invalidParams({ status: '{name} has a status that you may not list.' });
  }
  const clocks = clocksOf(calendar);
  const bounds = readBounds(boundsAsked(request), args.strict_dates, clocks);
  const statuses = args.status ?? listedWithoutAsking(principal, 'cal_events');
  const visible = visibleTo(principal, 'cal_events', args.status);
  const listed = () => inListsWithDrafts(listedItems(eventKind), language, calendar.languages, { statuses, visible });
  const byName = args.import_uid !== undefined;
  const filters: Filter[] = [
    ...(byName ? [] : [hiddenFilter(request), listed()]),
    visible,
    ...boundFilters(bounds, clocks),
    ...plainFilters(args, principal),
    ...(await importedFilter(calendar, args)),
    ...(await linkFilters(calendar, request)),
  ];
  return { filter: { all: filters }, order: orderOf(args, clocks.zoneMode), bounds, statuses };
};

/** Names both values if both are listed, so that indexes that begin with `hidden` are used. */
const hiddenFilter = ({ withHidden }: EventListRequest): Filter =>
  withHidden ? { field: 'hidden', in: [false, true] } : { field: 'hidden', equals: false };

const clocksOf = ({ settings, now }: Calendar) => {
  const { timezone: zone, day_cutoff: cutoff, zone_mode: zoneMode } = settings.current();
  return {
    zone,
    cutoff,
    zoneMode,
    get now() {
      return now();
    },
  };
};

const relative = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

/** Returns the bounds to read: none with `include`; a relative bound or an import name drops the default window. */
const boundsAsked = ({ args, given }: EventListRequest): Partial<EventListArgs> => {
  if (args.include !== undefined) return {};
  const windowless = args.import_uid !== undefined || relative.some((name) => args[name] !== undefined);
  if (!windowless) return args;
  return Object.fromEntries(boundNames.filter((name) => given.has(name)).map((name) => [name, args[name]]));
};

const plainFilters = (args: EventListArgs, principal: Principal): Filter[] => [
  ...(args.featured === undefined ? [] : [{ field: 'featured', equals: args.featured }]),
  ...(args.series === undefined ? [] : [{ field: 'series', equals: args.series }]),
  ...(args.include === undefined ? [] : [{ field: 'id', in: args.include }]),
  ...(args.search === undefined ? [] : searchedBy(args.search, principal, args)),
];

/** Returns the filter for events with an importer's name, or of a series with one. */
const importedFilter = async ({ documents }: Calendar, { import_uid }: EventListArgs): Promise<Filter[]> => {
  if (import_uid === undefined) return [];
  const named = { field: 'importUid', in: import_uid };
  const series = await documents.find<SeriesState>(seriesCollection, { filter: named });
  if (series.length === 0) return [named];
  return [{ any: [named, { field: 'series', in: series.map(({ id }) => id) }] }];
};

/** The texts of an event that a password leaves open. */
const OPEN_TEXTS = ['title'];

/** Returns the filters for events, or records of another type, with these words, in texts that the caller may search. */
export const searchedBy = (
  search: string,
  principal: Principal,
  { type = eventKind.type, password }: { readonly type?: RecordType; readonly password?: string | undefined } = {},
): readonly Filter[] => {
  const locks = locksOf(principal, type, { openTexts: OPEN_TEXTS, password });
  return protectedSearch((texts) => searchFilter(search, texts), ['title', 'excerpt', 'content'], locks);
};

/** Events have no parent. */
const nothing: Filter = { any: [] };

const linkFilters = async (calendar: Calendar, request: EventListRequest): Promise<Filter[]> => {
  const { documents } = calendar;
  const { args, principal } = request;
  const filters = [...(await termFilters(calendar, request)), ...(await recordFilters(documents, request))];
  const nearby = await nearbyVenues(documents, request);
  if (nearby !== undefined) filters.push({ field: 'venues', contains: nearby });
  if (args.post_parent !== undefined) {
    await requireRecords(documents, eventKind, { name: 'post_parent', ids: [args.post_parent], principal });
    filters.push(nothing);
  }
  return filters;
};

/** Returns the filters for events with one of the categories or their descendants, and with one of the tags. */
const termFilters = async (calendar: Calendar, { args, language }: EventListRequest): Promise<Filter[]> => {
  const { documents } = calendar;
  const naming = namingOf(calendar, language);
  const filters: Filter[] = [];
  for (const taxonomy of [categoryTaxonomy, tagTaxonomy]) {
    const name = taxonomy.plural;
    const values = args[name];
    if (values === undefined) continue;
    const named = await filteredTerms(documents, taxonomy, { name, values }, naming);
    filters.push(await eventsWithTerms(documents, taxonomy, named));
  }
  return filters;
};

/** Returns the filters for events at one of the venues and of one of the organizers, in any language version. */
const recordFilters = async (documents: Documents, { args, principal }: EventListRequest): Promise<Filter[]> => {
  const { venue, organizer } = args;
  const linkedTo = async (kind: LinkedKindNames, ids: readonly number[] | undefined): Promise<Filter[]> => {
    if (ids === undefined) return [];
    const found = await requireRecords(documents, kind, { name: kind.noun, ids, principal });
    return [{ field: kind.plural, contains: await withAllVersions(documents, kind.noun, found) }];
  };
  return [...(await linkedTo(venueKind, venue)), ...(await linkedTo(organizerKind, organizer))];
};

/** @throws DomainError 400 unless every id names a record of the kind, outside the trash, that the caller may see */
const requireRecords = async (
  documents: Documents,
  kind: KindNames,
  { name, ids, principal }: { readonly name: string; readonly ids: readonly number[]; readonly principal: Principal },
): Promise<ItemState[]> => {
  const wanted = [...new Set(ids)];
  const found = await documents.getMany<ItemState>(kind.collection, wanted);
  const live = found.filter((record) => record.status !== 'trash' && mayReadItem(principal, kind, record));
  if (live.length === wanted.length) return live;
  throw invalidParams({ [name]: '{name} names a record that does not exist.' });
};

const orderOf = (args: EventListArgs, zoneMode: 'event' | 'site'): Order[] => {
  if (args.include !== undefined) return [{ field: 'dateUtc', direction: 'asc' }];
  return [{ field: zoneMode === 'site' ? 'startUtc' : 'start', direction: 'asc' }];
};

/**
 * Returns the filter of a search text: each term occurs in one of the fields, an excluded word in none
 * (docs/interface/texts.md §9).
 */
const searchFilter = (search: string, texts: readonly string[]): Filter[] => {
  const asked = searchTerms(search);
  if (asked === undefined) return [];
  return [
    ...(asked.terms.length === 0 ? [] : [{ texts, words: asked.terms }]),
    ...asked.excluded.map((word) => ({ not: { texts, words: [word] } })),
  ];
};
