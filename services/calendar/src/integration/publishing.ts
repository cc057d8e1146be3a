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
  followedFeedChanged,
  followedFeedDeleted,
  type IntegrationEvent,
  type Mapping,
  notPublished,
  organizerChanged,
  organizerDeleted,
  organizerTrashed,
  publishingOf,
  seriesChanged,
  seriesDeleted,
  suggestionChanged,
  venueChanged,
  venueDeleted,
  venueTrashed,
} from '@almanac/contracts';
import { isoLocal } from '@almanac/dates';
import type { ClaimEvent } from '@almanac/event-sourcing';
import { createTexts, UNTRANSLATED } from '@almanac/i18n';
import { displayTitle } from '@almanac/text';
import {
  type ItemEvent,
  type ItemEventTypes,
  type ItemFields,
  type ItemState,
  itemEventTypes,
} from '../content-items/contentItem.ts';
import type { AnyItemTable } from '../content-items/itemFields.ts';
import type { KindNames } from '../content-items/itemKind.ts';
import { type CalendarEventFact, eventKind } from '../events/event.ts';
import type { SeriesEvent, SeriesFacts } from '../events/seriesAggregate.ts';
import type { FeedFields, FollowedFeedEvent } from '../followed-feeds/followedFeed.ts';
import type { ImportEvent } from '../imports/import.ts';
import type { OnboardingEvent } from '../onboarding/onboarding.ts';
import { type OrganizerEvent, organizerKind } from '../organizers/organizer.ts';
import type { SuggestionEvent } from '../suggestions/suggestion.ts';
import type { Category, CategoryEvent } from '../terms/category.ts';
import { type VenueEvent, venueKind } from '../venues/venue.ts';

/** The facts of every kind that follow from its publication. */
const PUBLICATION_FACTS: readonly string[] = ['status', 'language', 'group', 'slug', 'path'];

/** Creates an integration event; its data are checked against its contract before a commit (`publishable`). */
interface Contract<Data extends object> {
  of(stream: string, data: Data): IntegrationEvent;
}

type WithId = Pick<ItemState, 'id'>;

interface ItemPublishing {
  readonly kind: Pick<KindNames, 'noun'> & {
    readonly fields: AnyItemTable;
    readonly translated: readonly TranslatedField<ItemFields>[];
  };
  readonly changed: Contract<WithId>;
  readonly trashed: Contract<WithId & { readonly from: string; readonly slug: string }>;
  readonly deleted: Contract<WithId>;
  /** Published facts that are not in the table of the kind. */
  readonly facts?: readonly string[];
}

/** The events of a content item by their roles, such as `trashed`. */
type RoleEvent = ItemEvent<{ readonly [Role in keyof ItemEventTypes]: Role }, ItemFields>;

type ChangeEvents = EventContext & { readonly data: Partial<ItemState> & MinorEdit };

/** Maps the events of a kind of content item: published are the public facts that changed, and the changed texts. */
const itemMapping = <const Noun extends string>(
  prefix: Noun,
  { kind, changed, trashed, deleted, facts = PUBLICATION_FACTS }: ItemPublishing,
): Mapping<ItemEvent<ReturnType<typeof itemEventTypes<Noun>>, ItemFields>> => {
  const publishedFacts = (changes: object) =>
    Object.entries(changes).flatMap(([name, value]) => {
      if (value === undefined) return [];
      if (facts.includes(name)) return [[name, value]];
      const { published } = kind.fields[name] ?? {};
      if (published === undefined) return [];
      return [[published.name, published.convert === undefined ? value : published.convert(value)]];
    });
  const changedWith =
    (change: Pick<Partial<ItemState>, 'status'> = {}) =>
    ({ stream, id, version, data }: ChangeEvents): IntegrationEvent | undefined => {
      const known = publishedFacts({ ...data, ...change });
      const { texts } = changedTexts(kind.translated, { version, data });
      if (known.length === 0 && texts === undefined) return undefined;
      return changed.of(stream, { id, ...Object.fromEntries(known), ...(texts && { texts }) });
    };
  const byRole: Mapping<RoleEvent> = {
    created: changedWith(),
    changed: changedWith(),
    published: changedWith({ status: 'publish' }),
    scheduled: changedWith({ status: 'future' }),
    statusChanged: changedWith(),
    restored: changedWith(),
    placedInTranslationGroup: changedWith(),
    listingLanguagesChanged: changedWith(),
    trashed: ({ stream, id, data: { from, slug } }) => trashed.of(stream, { id, from, slug }),
    deleted: ({ stream, id }) => deleted.of(stream, { id }),
    erased: ({ stream, id }) => calendarErased.of(stream, { kind: kind.noun, id }),
  };
  const mappings = new Map<string, unknown>(Object.entries(byRole));
  // `byRole` has a mapping for every role, so the result has one for every type of the kind
  const byType: readonly (readonly unknown[])[] = Object.entries(itemEventTypes(prefix)).map(([role, type]) => [
    type,
    mappings.get(role),
  ]);
  return Object.fromEntries(byType);
};

const eventMapping = itemMapping('Event', {
  kind: eventKind,
  changed: eventChanged,
  trashed: eventTrashed,
  deleted: eventDeleted,
  facts: [...PUBLICATION_FACTS, 'languages'],
});

const venueMapping = itemMapping('Venue', {
  kind: venueKind,
  changed: venueChanged,
  trashed: venueTrashed,
  deleted: venueDeleted,
});

const organizerMapping = itemMapping('Organizer', {
  kind: organizerKind,
  changed: organizerChanged,
  trashed: organizerTrashed,
  deleted: organizerDeleted,
});

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

const ofFeed = ({
  stream,
  id,
  data,
}: EventContext & { readonly data: Partial<FeedFields> }): IntegrationEvent | undefined => {
  const { name, paused } = data;
  if (name === undefined && paused === undefined) return undefined;
  return followedFeedChanged.of(stream, {
    id,
    ...(name !== undefined && { name }),
    ...(paused !== undefined && { paused }),
  });
};

const english = createTexts();

const followedFeedMapping: Mapping<FollowedFeedEvent> = {
  FollowedFeedCreated: ofFeed,
  FollowedFeedChanged: ofFeed,
  FollowedFeedItemsTaken: notPublished,
  FollowedFeedFailed: ({ stream, id, data: { message, params } }) =>
    followedFeedChanged.of(stream, { id, problem: english.text(message, UNTRANSLATED, params) }),
  FollowedFeedRecovered: ({ stream, id }) => followedFeedChanged.of(stream, { id, problem: null }),
  FollowedFeedDeleted: ({ stream, id }) => followedFeedDeleted.of(stream, { id }),
};

const ofSeries = ({
  stream,
  id,
  data,
}: EventContext & { readonly data: Partial<SeriesFacts> }): IntegrationEvent | undefined => {
  const { status, language, recurrence, from, timezone, allDay, shared } = data;
  const stated = Object.entries({
    status,
    language,
    title: shared && displayTitle(shared.title),
    author: shared?.author,
    recurrence,
    start: from && isoLocal(from),
    timezone,
    allDay,
  }).filter(([, value]) => value !== undefined);
  return stated.length === 0 ? undefined : seriesChanged.of(stream, { id, ...Object.fromEntries(stated) });
};

const seriesMapping: Mapping<SeriesEvent> = {
  SeriesCreated: ofSeries,
  SeriesChanged: ofSeries,
  // the events of the occurrences are published by themselves
  SeriesExtended: notPublished,
  SeriesOccurrencesWritten: notPublished,
  SeriesDeleted: ({ stream, id }) => seriesDeleted.of(stream, { id }),
};

const suggestionMapping: Mapping<SuggestionEvent> = {
  SuggestionReceived: ({ stream, id }) => suggestionChanged.of(stream, { id, state: 'received' }),
  SuggestionPublished: ({ stream, id }) => suggestionChanged.of(stream, { id, state: 'published' }),
  SuggestionDeclined: ({ stream, id }) => suggestionChanged.of(stream, { id, state: 'declined' }),
};

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
  | CalendarEventFact
  | VenueEvent
  | OrganizerEvent
  | CategoryEvent
  | CategoryTreeEvent
  | ClaimEvent
  | FollowedFeedEvent
  | ImportEvent
  | OnboardingEvent
  | SeriesEvent
  | SuggestionEvent
  | TranslationGroupEvent
  | TranslationResultEvent
>({
  ...eventMapping,
  ...venueMapping,
  ...organizerMapping,
  ...categoryMapping,
  ...followedFeedMapping,
  ...seriesMapping,
  ...suggestionMapping,
  ...results,
  ...unpublishedEvents,
});
