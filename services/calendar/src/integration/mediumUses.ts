import { findMediumUses, sumOfUses } from '@almanac/content-model';
import { findMediumUsesOfCalendar } from '@almanac/contracts';
import { contractArgs, type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import { mayReadItem } from '../content-items/itemRights.ts';
import { eventKind } from '../events/event.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { venueKind } from '../venues/venue.ts';

const kinds = [eventKind, venueKind, organizerKind];

/** The route by which core finds the records that use a medium (docs/interface/core-media.md §6). */
export const mediumUsesRoute = ({ documents }: Pick<Calendar, 'documents'>): Route =>
  route({
    namespace: 'internal',
    path: '/medium-uses',
    methods: ['POST'],
    summary: findMediumUsesOfCalendar.description,
    hidden: true,
    args: contractArgs(findMediumUsesOfCalendar),
    permission: ({ principal }) => principal.kind === 'user',
    handle: async ({ args, principal }) => {
      const found = kinds.map(({ collection, type }) => {
        const mayRead = (record: ItemState): boolean => mayReadItem(principal, { type }, record);
        return findMediumUses<ItemState>(documents, { collection, hasImage: true, typeOf: () => type, mayRead }, args);
      });
      return { body: sumOfUses(await Promise.all(found)) };
    },
  });
