import {
  type CategoryTreeEvent,
  changedTexts,
  type MinorEdit,
  resultMapping,
  type TranslatedField,
  type TranslationGroupEvent,
  type TranslationResultEvent,
  termTexts,
} from '@almanac/content-model';
import {
  calendarErased,
  calendarTranslationRefused,
  calendarTranslationWritten,
  categoryChanged,
  categoryDeleted,
  type EventContext,
  eventChanged,
  eventDeleted,
  eventTrashed,
  type IntegrationEvent,
  type Mapping,
  notPublished,
  organizerChanged,
  organizerDeleted,
  organizerTrashed,
  publishingOf,
  venueChanged,
  venueDeleted,
  venueTrashed,
} from '@almanac/contracts';
import type { ClaimEvent } from '@almanac/event-sourcing';
import { displayTitle } from '@almanac/text';
import type { ItemState, Status } from '../content-items/contentItem.ts';
import { type EventEvent, type EventFields, eventKind } from '../events/event.ts';
import type { ImportEvent } from '../imports/import.ts';
import type { OnboardingEvent } from '../onboarding/onboarding.ts';
import { type OrganizerEvent, organizerKind } from '../organizers/organizer.ts';
import type { Category, CategoryEvent } from '../terms/category.ts';
import { type VenueEvent, venueKind } from '../venues/venue.ts';

type Changes = Partial<EventFields & ItemState>;

const plain = ['status', 'language', 'group', 'slug', 'path', 'author', 'image'] as const;

/** Returns the public facts among the changed members. */
const factsOf = (changes: Changes): Record<string, never> => {
  const { title, password, startUtc, endUtc } = changes;
  const facts = {
    ...namedOf(changes, plain),
    ...(title !== undefined && { title: displayTitle(title) }),
    ...(password !== undefined && { protected: password !== '' }),
    ...(startUtc !== undefined && { start: instantOf(startUtc) }),
    ...(endUtc !== undefined && { end: instantOf(endUtc) }),
  };
  return facts as Record<string, never>;
};

const eventPlain = ['allDay', 'hidden', 'tags', 'languages'] as const;

/** Returns the public facts among the changed members of an event, including those for lists of upcoming events. */
const factsOfEvent = (changes: Changes): Record<string, never> => {
  const { start, end } = changes;
  const facts = {
    ...factsOf(changes),
    ...namedOf(changes, eventPlain),
    ...(start !== undefined && { startClock: start.replace(' ', 'T') }),
    ...(end !== undefined && { endClock: end.replace(' ', 'T') }),
  };
  return facts as Record<string, never>;
};

const namedOf = (changes: Changes, names: readonly (keyof Changes)[]): object =>
  Object.fromEntries(names.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]])));

const instantOf = (utcClock: string): string => `${utcClock.replace(' ', 'T')}Z`;

interface Translated {
  readonly translated: readonly TranslatedField<Changes>[];
}

type Changed = Pick<typeof eventChanged | typeof venueChanged | typeof organizerChanged, 'of'>;

/** Publishes the public facts among the changed members, and the changed texts; undefined without any. */
const changedOf =
  (contract: Changed, { translated }: Translated, told: typeof factsOf = factsOf) =>
  (status?: Status) =>
  ({ stream, id, version, data }: EventContext & { readonly data: object }): IntegrationEvent | undefined => {
    const changes: Changes = status === undefined ? data : { ...data, status };
    const facts = { ...told(changes), ...changedTexts(translated, { version, data: changes }) };
    return Object.keys(facts).length === 0 ? undefined : contract.of(stream, { id, ...facts });
  };

const eventWith = changedOf(eventChanged, eventKind, factsOfEvent);
const venueWith = changedOf(venueChanged, venueKind);
const organizerWith = changedOf(organizerChanged, organizerKind);

const eventMapping: Mapping<EventEvent> = {
  EventCreated: eventWith(),
  EventChanged: eventWith(),
  EventPublished: eventWith('publish'),
  EventScheduled: eventWith('future'),
  EventStatusChanged: eventWith(),
  EventRestored: eventWith(),
  EventPlacedInTranslationGroup: eventWith(),
  EventListingLanguagesChanged: eventWith(),
  EventTrashed: ({ stream, id, data: { from, slug } }) => eventTrashed.of(stream, { id, from, slug }),
  EventDeleted: ({ stream, id }) => eventDeleted.of(stream, { id }),
  EventErased: ({ stream, id }) => calendarErased.of(stream, { kind: 'event', id }),
};

const venueMapping: Mapping<VenueEvent> = {
  VenueCreated: venueWith(),
  VenueChanged: venueWith(),
  VenuePublished: venueWith('publish'),
  VenueScheduled: venueWith('future'),
  VenueStatusChanged: venueWith(),
  VenueRestored: venueWith(),
  VenuePlacedInTranslationGroup: venueWith(),
  VenueListingLanguagesChanged: notPublished,
  VenueTrashed: ({ stream, id, data: { from, slug } }) => venueTrashed.of(stream, { id, from, slug }),
  VenueDeleted: ({ stream, id }) => venueDeleted.of(stream, { id }),
  VenueErased: ({ stream, id }) => calendarErased.of(stream, { kind: 'venue', id }),
};

const organizerMapping: Mapping<OrganizerEvent> = {
  OrganizerCreated: organizerWith(),
  OrganizerChanged: organizerWith(),
  OrganizerPublished: organizerWith('publish'),
  OrganizerScheduled: organizerWith('future'),
  OrganizerStatusChanged: organizerWith(),
  OrganizerRestored: organizerWith(),
  OrganizerPlacedInTranslationGroup: organizerWith(),
  OrganizerListingLanguagesChanged: notPublished,
  OrganizerTrashed: ({ stream, id, data: { from, slug } }) => organizerTrashed.of(stream, { id, from, slug }),
  OrganizerDeleted: ({ stream, id }) => organizerDeleted.of(stream, { id }),
  OrganizerErased: ({ stream, id }) => calendarErased.of(stream, { kind: 'organizer', id }),
};

const ofCategory = ({
  stream,
  id,
  version,
  data,
}: EventContext & { readonly data: Partial<Category> & MinorEdit }): IntegrationEvent => {
  const { languages: _, source: __, minor: ___, ...facts } = data;
  return categoryChanged.of(stream, { ...facts, ...changedTexts(termTexts, { version, data }), id });
};

const categoryMapping: Mapping<CategoryEvent> = {
  CategoryCreated: ofCategory,
  CategoryChanged: ofCategory,
  CategoryPlacedInTranslationGroup: ofCategory,
  CategoryListingLanguagesChanged: notPublished,
  CategoryDeleted: ({ stream, id }) => categoryDeleted.of(stream, { id }),
};

const results = resultMapping({ written: calendarTranslationWritten, refused: calendarTranslationRefused });

const unpublishedEvents: Mapping<
  CategoryTreeEvent | ClaimEvent | ImportEvent | OnboardingEvent | TranslationGroupEvent
> = {
  CategoryPlaced: notPublished,
  CategoryRemoved: notPublished,
  Taken: notPublished,
  Released: notPublished,
  TranslationAdded: notPublished,
  TranslationVisibilityChanged: notPublished,
  TranslationRemoved: notPublished,
  ImportStarted: notPublished,
  ImportItemsTaken: notPublished,
  ImportBatchTaken: notPublished,
  ImportStateSet: notPublished,
  OnboardingProgressed: notPublished,
  OnboardingConsentGiven: notPublished,
  OnboardingRecordsNamed: notPublished,
};

/** Maps a commit of the calendar to what it publishes (docs/architecture.md §3). */
export const publishing = publishingOf<
  | EventEvent
  | VenueEvent
  | OrganizerEvent
  | CategoryEvent
  | CategoryTreeEvent
  | ClaimEvent
  | ImportEvent
  | OnboardingEvent
  | TranslationGroupEvent
  | TranslationResultEvent
>({ ...eventMapping, ...venueMapping, ...organizerMapping, ...categoryMapping, ...results, ...unpublishedEvents });
