import { toWallClock } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import type { Principal } from '@almanac/identity';
import { invalidParams, type Values } from '@almanac/rest';
import { inListsOf, withAllVersions } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';
import { eventOfList, type Opening } from '../events/eventAccess.ts';
import { events } from '../events/eventKind.ts';
import type { linkedListArgs } from './linkedListArgs.ts';
import type { RecordState } from './record.ts';
import type { KindNames, LinkedKindNames } from './recordKind.ts';
import { mayAskFor, publishedOnly, visibleTo } from './statuses.ts';

export type LinkedListArgs = Values<ReturnType<typeof linkedListArgs>>;

export interface LinkedListRequest extends Opening {
  readonly args: LinkedListArgs;
  readonly language: string;
}

/** What a list of venues or organizers asks of the documents. @throws DomainError 400 for values that name nothing, 403 for a locked event */
export const linkedQuery = async (
  calendar: Calendar,
  kind: LinkedKindNames,
  request: LinkedListRequest,
): Promise<Filter> => {
  const { args, principal, language } = request;
  if (args.status !== undefined && !mayAskFor(principal, kind.type, args.status)) {
    throw invalidParams({ status: '{name} has a status that you may not list.' });
  }
  const linkedTo = (filter: Filter): Filter => ({ referencedBy: { collection: events, field: kind.plural, filter } });
  const filters: Filter[] = [
    visibleTo(principal, kind.type, args.status),
    inListsOf(language, calendar.languages),
    ...(args.search === undefined ? [] : [pieceFilter(args.search, kind), ...searchable(principal, args.password)]),
  ];
  if (args.event !== undefined) {
    const event = await eventOfList(calendar.documents, { name: 'event', id: args.event }, request);
    const linked = await calendar.documents.getMany<RecordState>(kind.collection, event[kind.plural]);
    filters.push({ field: 'id', in: await withAllVersions(calendar.documents, kind.noun, linked) });
  }
  if (args.has_events === true) filters.push(linkedTo(publishedOnly));
  if (args.has_events === false) filters.push({ not: linkedTo(publishedOnly) });
  if (args.only_with_upcoming) {
    const upcoming: Filter = { field: 'endUtc', from: toWallClock(calendar.now().getTime(), 'UTC') };
    filters.push(linkedTo({ all: [upcoming, visibleTo(principal, 'cal_events', undefined)] }));
  }
  return { all: filters };
};

/**
 * All pieces of a search text, in any order, in one and the same field; without a piece the text itself
 * (docs/interface/calendar.md §8).
 */
const pieceFilter = (search: string, { collection }: KindNames): Filter => {
  const pieces = search.split(/[^\p{L}\p{N}-]+/u).filter((piece) => piece !== '');
  return { texts: collection.texts ?? [], words: pieces.length === 0 ? [search.trim()] : pieces, sameField: true };
};

/**
 * Visitors must not learn which words a protected record has that they cannot open (docs/interface/core-posts.md §3.4).
 */
const searchable = ({ kind }: Principal, password: string | undefined): Filter[] =>
  kind === 'anonymous' ? [{ any: ['', password ?? ''].map((equals) => ({ field: 'password', equals })) }] : [];
