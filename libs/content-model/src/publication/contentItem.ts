import type { Collection } from '@almanac/documents';
import type { Aggregate, UniqueName, UnitOfWork } from '@almanac/event-sourcing';
import type { Event, RecordedEvent } from '@almanac/event-store';
import type { DomainError } from '@almanac/i18n';
import type { TranslationMembership } from '../translations/grouping.ts';
import type { MinorEdit, TranslatedField } from '../translations/units.ts';
import type { Publication } from './publicationDate.ts';

/** Fields that every kind of content has: posts, events, venues and organizers. */
export interface ContentFields<Status extends string = string> extends Publication<Status> {
  /** As stored: cleaned, not as displayed. */
  readonly title: string;
  /** Empty for a draft that has none yet. */
  readonly slug: string;
  /** The path of its page from the site's root; null while it has none. */
  readonly path: string | null;
}

/** The place of an item of a kind that forms a tree. */
interface TreePlace {
  /** Id of the item above it; 0 for none. */
  readonly parent?: number | undefined;
  /** Slugs of the items above it, the top first. */
  readonly ancestors?: readonly string[] | undefined;
}

/** The members that determine the address of an item. */
export type AddressFields = Pick<ContentState, 'status' | 'slug' | 'language' | 'ancestors'>;

export interface ContentState<Status extends string = string>
  extends ContentFields<Status>,
    TranslationMembership,
    TreePlace {
  readonly id: number;
  /** The version of its stream; 0 for an item that never existed. */
  readonly version: number;
  readonly deleted: boolean;
  /** Last change, UTC; null for a draft that was never changed. */
  readonly modifiedUtc: string | null;
  readonly statusBeforeTrash: Status | null;
  readonly slugBeforeTrash: string;
}

/** Fields that follow from status, date and slug. */
export type PublicationField = 'status' | 'date' | 'dateUtc' | 'slug' | 'path';

/** Data of each content event. Changes carry only changed fields. */
interface ContentHappenings<Fields extends ContentFields> {
  readonly created: Fields & TranslationMembership & { readonly id: number };
  readonly changed: Partial<Fields> & MinorEdit;
  /** It became public, by a user or on schedule. */
  readonly published: Partial<Fields>;
  /** It will be published at its date. */
  readonly scheduled: Partial<Fields>;
  /** Any other change of status: to a draft, to a private item, to one for review. */
  readonly statusChanged: Partial<Fields>;
  readonly trashed: Partial<Fields> & { readonly from: Fields['status']; readonly slug: string };
  readonly restored: Partial<Fields> & Pick<Fields, 'status' | 'slug' | 'path'>;
  readonly placedInTranslationGroup: Pick<TranslationMembership, 'group'>;
  readonly listingLanguagesChanged: Pick<TranslationMembership, 'languages'>;
  readonly deleted: Record<string, never>;
}

type EventRole = keyof ContentHappenings<ContentFields>;

/** The types of one kind's events. */
export type ContentEventTypes = { readonly [H in EventRole]: string };

/** The events of one kind of content. */
export type ContentEvent<Types extends ContentEventTypes, Fields extends ContentFields> = {
  [H in EventRole]: Event<Types[H], ContentHappenings<Fields>[H]>;
}[EventRole];

/** Everything in which kinds of content differ for the rules and commands that they share. */
export interface ContentKind<State extends ContentState, Fields extends ContentFields = ContentFields> {
  readonly aggregate: Aggregate<State>;
  readonly eventTypes: ContentEventTypes;
  readonly collection: Collection;
  /** Names its slugs and its translation groups: `event`, `post`. */
  readonly noun: string;
  /** Fields that every member of a translation group has alike (docs/interface/translation.md §3). */
  readonly copied: readonly (keyof Fields & string)[];
  /** The translated fields, in the order of their units (docs/interface/translation.md §9). */
  readonly translated: readonly TranslatedField<Fields>[];
  /** Replaces references in copied fields by their versions in a language, as far as those exist. */
  readonly inLanguage?: (unit: UnitOfWork, copied: object, language: string) => Promise<Partial<Fields>>;
  /** Returns the scope in which an item's slug is unique; absent: that of the noun and the language. */
  readonly scopeOf?: (item: Pick<ContentState, 'language' | 'parent'>) => string;
  /** Returns the path of an item's page; null if it has no page. */
  pathOf(item: AddressFields & Pick<State, 'status'>, defaultLanguage: string): string | null;
  notFound(id: number): DomainError;
  inTrash(): DomainError;
}

/** True if the item exists; an item in the trash exists. */
export const exists = (state: Pick<ContentState, 'version' | 'deleted'>): boolean =>
  state.version > 0 && !state.deleted;

/**
 * Returns the scope in which slugs are unique: a kind of content in one language, in any status
 * (docs/interface/core-posts.md §8, docs/interface/translation.md §5).
 */
export const slugScope = (noun: string, language: string): string => `slug/${noun}/${language}`;

/** Returns the slug as a unique name of the item; none for a deleted item or an empty slug. */
export const slugNames = (
  noun: string,
  { slug, language, deleted }: Pick<ContentState, 'slug' | 'language' | 'deleted'>,
): readonly UniqueName[] => (slug === '' || deleted ? [] : [{ scope: slugScope(noun, language), name: slug }]);

/** Returns the time of an event, or that of the change it copies, to the second: `YYYY-MM-DD HH:MM:SS`, UTC. */
const momentOf = ({ meta: { at, moved } }: Pick<RecordedEvent, 'meta'>): string =>
  (moved?.modified ?? at).slice(0, 19).replace('T', ' ');

/** Maps each event type of a kind to its role. */
export type EventRoles = ReadonlyMap<string, EventRole>;

export const eventRoles = (types: ContentEventTypes): EventRoles =>
  new Map((Object.entries(types) as [EventRole, string][]).map(([happening, type]) => [type, happening]));

/** Returns the members of the state that an event of content sets; undefined for a type of the kind's own. */
export const contentChange = (
  happenings: EventRoles,
  state: ContentState,
  event: RecordedEvent,
): Partial<ContentState> | undefined => {
  // all roles carry members of the state; `happenings` maps the event type to its role
  const data = event.data as Partial<ContentState> & MinorEdit & { readonly from?: string };
  const modifiedUtc = momentOf(event);
  switch (happenings.get(event.type)) {
    case 'created':
      return { modifiedUtc: event.meta.moved?.modified === undefined ? (data.dateUtc ?? null) : modifiedUtc, ...data };
    case 'published':
      return { modifiedUtc, ...data, status: 'publish' };
    case 'scheduled':
      return { modifiedUtc, ...data, status: 'future' };
    case 'changed': {
      const { minor: _, ...changes } = data;
      return { modifiedUtc, ...changes };
    }
    case 'statusChanged':
      return { modifiedUtc, ...data };
    case 'trashed': {
      const { from, ...rest } = data;
      const before = { statusBeforeTrash: from ?? state.status, slugBeforeTrash: state.slug };
      return { modifiedUtc, ...rest, ...before, status: 'trash', path: null };
    }
    case 'restored':
      return { modifiedUtc, ...data, statusBeforeTrash: null, slugBeforeTrash: '' };
    case 'placedInTranslationGroup':
    case 'listingLanguagesChanged':
      return data;
    case 'deleted':
      return { deleted: true };
    case undefined:
      return undefined;
  }
};
