import { i18nMembers } from '@almanac/content-model';
import { listWrittenOfCalendar, readWrittenOfCalendar } from '@almanac/contracts';
import type { Filter, Order } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import { userId } from '@almanac/identity';
import { contractArgs, forbidden, type RestRequest, type Route, route, type Values } from '@almanac/rest';
import { plainTitle } from '@almanac/text';
import { addressOf } from '../addresses.ts';
import type { Calendar } from '../calendar.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import { readStateById } from '../content-items/itemLookup.ts';
import { mayEditItem, mayWriteSome } from '../content-items/itemRights.ts';
import { visibleTo } from '../content-items/statuses.ts';
import { itemErrors } from '../errors.ts';
import { searchedBy } from '../events/eventQuery.ts';
import { readRecords } from '../events/relatedRecords.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { type TagCopy, tagCopies } from '../terms/tagCopies.ts';
import { venueKind } from '../venues/venue.ts';
import { type WrittenKind, writtenKinds } from './writtenKinds.ts';

/** The routes by which core's writing pages read records in stored form, which the public interface does not show. */
export const writtenRecordRoutes = (calendar: Calendar): Route[] => [listRoute(calendar), readRoute(calendar)];

interface OfKind {
  readonly kind: keyof typeof writtenKinds;
}

const kindOf = ({ args }: { readonly args: OfKind }): WrittenKind => writtenKinds[args.kind];

const shared = {
  namespace: 'internal',
  methods: ['POST'] as const,
  hidden: true,
  permission: (request: RestRequest<OfKind>): boolean => mayWriteSome(request.principal, kindOf(request).kind, 'edit'),
};

const NEWEST_FIRST: readonly Order[] = [{ field: 'id', direction: 'desc' }];

const listArgs = contractArgs(listWrittenOfCalendar);

const listRoute = (calendar: Calendar): Route =>
  route({
    ...shared,
    path: '/written-records/list',
    summary: listWrittenOfCalendar.description,
    args: listArgs,
    handle: async (request) => {
      const { documents } = calendar;
      const { collection } = kindOf(request).kind;
      const { page, per_page: limit } = request.args;
      const filter = filterOf(request);
      const [found, total] = await Promise.all([
        documents.find<ItemState>(collection, { filter, order: NEWEST_FIRST, limit, offset: (page - 1) * limit }),
        documents.count(collection, filter),
      ]);
      return { body: { records: found.map((state) => listed(request, state)), total } };
    },
  });

type ListRequest = RestRequest<Values<typeof listArgs>>;

const filterOf = (request: ListRequest): Filter => {
  const { principal, language, args } = request;
  const { type } = kindOf(request).kind;
  const { status, search = '', mine } = args;
  return {
    all: [
      { field: 'language', equals: language },
      visibleTo(principal, type, status && [status]),
      ...(mine ? [{ field: 'author', equals: userId(principal) }] : []),
      ...(search.trim() === '' ? [] : searchedBy(search, principal, { type })),
    ],
  };
};

const listed = (request: ListRequest, state: ItemState) => ({
  id: state.id,
  title: plainTitle(state.title),
  status: state.status,
  url: addressOf(request.site, state),
  modified_utc: state.modifiedUtc ?? state.dateUtc,
  start: 'start' in state ? String(state.start) : null,
});

const readRoute = (calendar: Calendar): Route =>
  route({
    ...shared,
    path: '/written-records/read',
    summary: readWrittenOfCalendar.description,
    args: contractArgs(readWrittenOfCalendar),
    handle: async (request) => {
      const { kind, written, costOf, linksOf } = kindOf(request);
      const { documents, settings } = calendar;
      const { currency_symbol, currency_position } = settings.current();
      const { id } = request.args;
      const state = await readStateById<ItemState>(documents, kind, id);
      if (state === undefined) throw itemErrors[kind.noun].notFound({ params: { id } });
      if (!mayEditItem(request.principal, kind, state)) throw forbidden(request.principal);
      const { password: _, ...members } = written.members(state);
      const i18n = await i18nMembers(documents, kind.noun, [state], true);
      return {
        body: {
          id,
          language: state.language,
          url: addressOf(request.site, state),
          members,
          cost: costOf(state, { symbol: currency_symbol, position: currency_position }),
          tags: await tagsOf(calendar, members.tags),
          linked: await linkedNames(calendar, request, linksOf(state)),
          translations: i18n(state).translations,
        },
        version: recordVersion(kind.aggregate, state),
      };
    },
  });

/** Returns ids and names of the event's venues and organizers that the caller may see. */
const linkedNames = async (
  { documents }: Calendar,
  { principal }: RestRequest,
  { venues, organizers }: ReturnType<WrittenKind['linksOf']>,
) => {
  const found = await Promise.all([
    readRecords({ documents, principal }, venueKind, venues),
    readRecords({ documents, principal }, organizerKind, organizers),
  ]);
  return found.flatMap((records) => [...records.values()]).map(({ id, title }) => ({ id, name: plainTitle(title) }));
};

const tagsOf = async ({ documents }: Calendar, ids: unknown) => {
  if (!Array.isArray(ids)) return [];
  const found = await documents.getMany<TagCopy>(tagCopies, ids);
  return found.map(({ id, name }) => ({ id, name: plainTitle(name) }));
};
