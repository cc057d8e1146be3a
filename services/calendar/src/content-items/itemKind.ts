import { type ContentCommand, type ContentFacts, type ContentKind, decideContent } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { Decider } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { DomainError } from '@almanac/i18n';
import type { RecordType } from '@almanac/identity';
import { languagePath } from '../addresses.ts';
import type { ItemFields, ItemState } from './contentItem.ts';

/** English messages of one kind of content item, whole sentences so that they can be translated. */
interface ItemMessages {
  readonly notFound: string;
  readonly slugNotFound: string;
  readonly notAccessible: string;
  readonly inTrash: string;
  readonly pageNotFound: string;
}

/** What a kind of content item is called, here and there. */
export interface KindNames {
  readonly collection: Collection;
  readonly type: RecordType;
  readonly noun: 'event' | 'venue' | 'organizer';
  /** The member of lists and the segment of addresses: `events`. */
  readonly plural: 'events' | 'venues' | 'organizers';
  /** What the interface calls the title. */
  readonly titleMember: 'title' | 'venue' | 'organizer';
  readonly messages: ItemMessages;
}

/** Kinds of linked items. */
export type LinkedKindNames = KindNames & { readonly plural: 'venues' | 'organizers' };

/** Everything in which events, venues and organizers differ for the code that they share. */
export interface ItemKind<Fields extends ItemFields>
  extends KindNames,
    Omit<ContentKind<ItemState & Fields, Fields>, 'noun' | 'collection'> {
  /** Its aggregate with the decisions that all content has. */
  readonly decider: Decider<ItemState & Fields, Event, ContentCommand<Fields>, ContentFacts<Fields>>;
}

/** What decides where the page of an item is. */
type Addressed = Pick<ItemFields, 'status' | 'slug'> & { readonly language: string };

/**
 * The path of an item's page from the site's root: `/event/harbour/`, in another than the default language
 * `/fr-ca/event/harbour/`. Null for what has no page: drafts, scheduled and trashed items.
 */
const pathOf = (segment: KindNames['noun'], item: Addressed, defaultLanguage: string): string | null => {
  if (item.slug === '' || (item.status !== 'publish' && item.status !== 'private')) return null;
  return `${languagePath(item.language, defaultLanguage)}/${segment}/${item.slug}/`;
};

type Declared<Fields extends ItemFields> = Omit<ItemKind<Fields>, 'pathOf' | 'notFound' | 'inTrash' | 'decider'>;

/** A kind of content item by the rules that all kinds share. */
export const itemKind = <Fields extends ItemFields, Names extends KindNames = KindNames>(
  declared: Names & Declared<Fields>,
): Names & ItemKind<Fields> => {
  const content = {
    ...declared,
    pathOf: (record: Addressed, defaultLanguage: string) => pathOf(declared.noun, record, defaultLanguage),
    notFound: (id: number) => notFound(declared, id),
    inTrash: () => inTrash(declared),
  };
  const decide: ItemKind<Fields>['decider']['decide'] = (state, command, facts) =>
    decideContent<ItemState & Fields, Fields>(content, state, command, facts);
  return { ...content, decider: { ...declared.aggregate, decide } };
};

/** @param id as a number, or as the path has it, however long */
export const notFound = (kind: KindNames, id: number | string): DomainError =>
  new DomainError(`rest-${kind.noun}-not-found`, 404, kind.messages.notFound, { params: { id } });

export const slugNotFound = (kind: KindNames, slug: string): DomainError =>
  new DomainError(`rest-${kind.noun}-not-found`, 404, kind.messages.slugNotFound, { params: { slug } });

export const notAccessible = (kind: KindNames): DomainError =>
  new DomainError(`${kind.noun}-not-accessible`, 403, kind.messages.notAccessible);

const inTrash = (kind: KindNames): DomainError =>
  new DomainError(`${kind.noun}-is-in-trash`, 410, kind.messages.inTrash);

export const pageNotFound = (kind: KindNames): DomainError =>
  new DomainError(`${kind.noun}-archive-page-not-found`, 404, kind.messages.pageNotFound);
