import { findMediumUses, permittedRecords, sumOfUses } from '@almanac/content-model';
import { findMediumUsesOfCalendar } from '@almanac/contracts';
import type { Filter } from '@almanac/documents';
import { mayRead, type Principal } from '@almanac/identity';
import { contractArgs, type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import type { KindNames } from '../content-items/itemKind.ts';
import { writableStatuses } from '../content-items/statuses.ts';
import { collapsedList } from '../events/collapsedSeries.ts';
import { type EventState, eventKind } from '../events/event.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { venueKind } from '../venues/venue.ts';

const usingKind = ({ collection, type }: KindNames, principal: Principal) => ({
  collection,
  hasImage: true,
  typeOf: () => type,
  visible: permittedRecords({
    principal,
    statuses: writableStatuses,
    ownStatus: 'status',
    isPermitted: (record) => mayRead(principal, type, record),
  }),
});

/** Shows the last occurrence of each series in place of all. */
const collapseSeries = async ({ documents }: Pick<Calendar, 'documents'>, uses: Filter) => {
  const { filter, moreOf } = await collapsedList(documents, uses, 'desc');
  const occurrencesOf = ({ series }: EventState) => (series === null ? undefined : moreOf(series) + 1);
  return { filter, occurrencesOf };
};

/** The route by which core finds the records that use a medium (docs/interface/core-media.md §6). */
export const mediumUsesRoute = (calendar: Pick<Calendar, 'documents'>): Route =>
  route({
    namespace: 'internal',
    path: '/medium-uses',
    methods: ['POST'],
    summary: findMediumUsesOfCalendar.description,
    hidden: true,
    args: contractArgs(findMediumUsesOfCalendar),
    permission: ({ principal }) => principal.kind === 'user',
    handle: async ({ args, principal }) => {
      const collapse = (uses: Filter) => collapseSeries(calendar, uses);
      const found = [
        findMediumUses<EventState>(calendar.documents, { ...usingKind(eventKind, principal), collapse }, args),
        findMediumUses<ItemState>(calendar.documents, usingKind(venueKind, principal), args),
        findMediumUses<ItemState>(calendar.documents, usingKind(organizerKind, principal), args),
      ];
      return { body: sumOfUses(await Promise.all(found)) };
    },
  });
