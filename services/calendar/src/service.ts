import {
  categoryTreeRegistration,
  slugNames,
  translationGroupRegistration,
  translationResultRegistration,
} from '@almanac/content-model';
import { publishUpcast } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import { collectionsOf, type UniqueName } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import { popupCopyCollections } from '@almanac/pages/popups';
import type { Route } from '@almanac/rest';
import type { ErasureDeclaration, RecordRegistration, StoreErasure, WrittenRecord } from '@almanac/service';
import type { Calendar } from './calendar.ts';
import { calxDocumentRoute } from './calx/document.ts';
import { calxEventRoutes } from './calx/eventRoutes.ts';
import { calxOrganizerRoutes, calxVenueRoutes } from './calx/venuesAndOrganizers.ts';
import type { ItemFields, ItemState } from './content-items/contentItem.ts';
import type { ItemKind } from './content-items/itemKind.ts';
import { mayEditItem } from './content-items/itemRights.ts';
import { documentRoute } from './discovery/documentRoute.ts';
import { eventKind, importUidNames, writtenEvent } from './events/event.ts';
import { eventRoutes } from './events/eventRoutes.ts';
import { seriesRegistration } from './events/seriesAggregate.ts';
import { feedRoute } from './feed/feedRoute.ts';
import { followedFeedRoutes } from './followed-feeds/feedRoutes.ts';
import { followedFeedRegistration } from './followed-feeds/followedFeed.ts';
import { importRegistration } from './imports/import.ts';
import { importRoutes } from './imports/importRoutes.ts';
import { copiedCollections } from './integration/copies.ts';
import { firstRecordRoute } from './integration/firstRecord.ts';
import { foundEventsRoute } from './integration/foundEvents.ts';
import { letterRoute } from './integration/letters.ts';
import { mediumUsesRoute } from './integration/mediumUses.ts';
import { publishing as mapped } from './integration/publishing.ts';
import { translationSources } from './integration/translationSources.ts';
import { onboardingRegistration } from './onboarding/onboarding.ts';
import { onboardingRoutes } from './onboarding/onboardingRoutes.ts';
import { organizerRoutes } from './organizers/linkedOrganizers.ts';
import { organizerKind, writtenOrganizer } from './organizers/organizer.ts';
import { pageRoutes } from './pages/pageRoutes.ts';
import { categoryTypeRoutes } from './post-types/categoryTypeRoutes.ts';
import { postTypeRoutes } from './post-types/postRoutes.ts';
import { seriesWrites } from './series/seriesWrites.ts';
import { suggestionRegistration } from './suggestions/suggestion.ts';
import { suggestionRoutes } from './suggestions/suggestionRoutes.ts';
import { categoryRegistration } from './terms/category.ts';
import { categoryRoutes } from './terms/categoryRoutes.ts';
import { tagRoutes } from './terms/tagRoutes.ts';
import { venueRoutes } from './venues/linkedVenues.ts';
import { venueKind, writtenVenue } from './venues/venue.ts';
import { viewRoutes } from './views/viewRoute.ts';

// The parts of the calendar: its records, its integration events, its routes, and the effects of erasing a person.

const registrationOf = <Fields extends ItemFields>(
  { aggregate, collection, noun, type }: ItemKind<Fields>,
  written: WrittenRecord<ItemState & Fields>,
  ownNames: (state: ItemState & Fields) => readonly UniqueName[] = () => [],
) => ({
  aggregate,
  collection,
  written,
  mayEdit: (principal: Principal, state: ItemState) => mayEditItem(principal, { type }, state),
  isGone: (state: ItemState) => state.deleted,
  names: (state: ItemState & Fields) => [...slugNames(noun, state), ...ownNames(state)],
});

/** Every aggregate of the calendar with its documents. */
export const registrations: readonly RecordRegistration[] = [
  registrationOf(eventKind, writtenEvent, importUidNames),
  seriesRegistration,
  registrationOf(venueKind, writtenVenue),
  {
    ...registrationOf(organizerKind, writtenOrganizer),
    erasure: {
      subject: 'organizer',
      event: organizerKind.eventTypes.erased,
      replacing: () => ({ phone: '', email: '', website: '' }),
    },
  },
  categoryRegistration,
  categoryTreeRegistration,
  translationGroupRegistration,
  translationResultRegistration,
  importRegistration,
  followedFeedRegistration,
  suggestionRegistration,
  onboardingRegistration,
];

/** The events that the calendar publishes, upcast to their current shape. */
export const publishing = publishUpcast(
  registrations.map(({ aggregate }) => aggregate),
  mapped,
);

/** All collections of the calendar, including those that are built from core's events. */
export const collections: readonly Collection[] = [
  ...collectionsOf(registrations),
  ...copiedCollections,
  ...popupCopyCollections,
];

/** Returns all routes of the calendar, in the order in which indexes name them. */
export const routesOf = (calendar: Calendar, texts: Texts): Route[] => [
  ...importRoutes(calendar, texts),
  ...followedFeedRoutes(calendar, texts),
  ...onboardingRoutes(calendar, texts),
  ...firstGeneration(calendar, texts),
  ...viewRoutes(calendar),
  ...secondGeneration(calendar, texts),
  ...suggestionRoutes(calendar),
  ...postTypeRoutes(calendar),
  ...categoryTypeRoutes(calendar),
];

const secondGeneration = (calendar: Calendar, texts: Texts): Route[] => {
  const described = [
    ...calxEventRoutes(calendar, seriesWrites(calendar)),
    ...calxOrganizerRoutes(calendar),
    ...calxVenueRoutes(calendar),
  ];
  return [calxDocumentRoute(described, texts), ...described];
};

const firstGeneration = (calendar: Calendar, texts: Texts): Route[] => {
  const described = [
    ...eventRoutes(calendar, seriesWrites(calendar)),
    ...venueRoutes(calendar),
    ...organizerRoutes(calendar),
    ...categoryRoutes(calendar),
    ...tagRoutes(calendar),
  ];
  return [documentRoute(described, texts), ...described];
};

/** Returns all routes: those that indexes name, the feed, routes for core, and pages. */
export const allRoutesOf = (calendar: Calendar, texts: Texts): Route[] => [
  ...routesOf(calendar, texts),
  feedRoute(calendar),
  translationSources(calendar),
  firstRecordRoute(calendar),
  foundEventsRoute(calendar),
  letterRoute(calendar, texts),
  mediumUsesRoute(calendar),
  ...pageRoutes(calendar),
];

const nothing = (because: string): StoreErasure => ({ does: 'nothing', because });
const content = nothing('it is public content, which is deleted as content; it names users by their ids');
const fold = nothing('it is a fold of streams that hold nothing personal');

/** The calendar's stored data that `npm run ops -- erase` erases (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: {
    event: content,
    series: content,
    venue: content,
    organizer: { does: 'redacts' },
    category: content,
    categorytree: content,
    translations: content,
    translationresult: nothing('it holds ids'),
    onboarding: nothing('it holds numbers of tabs, ids, and what was consented to'),
    followedfeed: nothing('it names an address, records by their ids, and its author by the id of the user'),
    suggestion: nothing('it holds the reason of an editor; what a visitor wrote is an event, or an entry'),
    import: nothing('it names its origin, records by their ids, and who started it by the id of the user'),
  },
  collections: {
    events: fold,
    series: fold,
    venues: fold,
    organizers: { does: 'folds again' },
    categories: fold,
    'category-trees': fold,
    'translation-groups': fold,
    'translation-results': fold,
    imports: fold,
    'followed-feeds': fold,
    suggestions: fold,
    onboarding: fold,
    'popup-copies': { does: 'nothing', because: 'it says on which pages popups show' },
    'package-copies': { does: 'nothing', because: 'it is a setting of the site' },
    'tag-copies': fold,
    'user-copies': { does: 'tells', event: 'core.erased.v1' },
    'attachment-copies': fold,
    'post-copies': fold,
  },
  entries: {
    'departed-user': nothing('it holds ids'),
    'feed-runs': nothing('it holds counts of runs and validators of a feed'),
    'feed-schedule': nothing('it holds times and the address of the site'),
    'feed-item': nothing('it holds ids of events with their names at a feed, and digests'),
    'feed-series': nothing('it holds ids of series with their names at a feed, and digests'),
    'suggestion-details': nothing('it holds name and address of a visitor, and is gone after 90 days'),
    'suggestion-form': nothing('it holds the id of an event, and is gone after a day'),
    'import-turn': nothing('it holds nothing but the id of an import, and is gone within seconds'),
  },
  topic: { does: 'loses its key' },
};
