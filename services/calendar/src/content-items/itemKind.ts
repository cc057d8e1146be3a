import {
  authorOf,
  copiedIn,
  decideContent,
  newFields,
  type PublicationField,
  prepareTexts,
  readFields,
  type TranslatedField,
  translatedIn,
  type WritableKind,
} from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { Aggregate } from '@almanac/event-sourcing';
import type { Principal, RecordType } from '@almanac/identity';
import { languagePath } from '../addresses.ts';
import { itemErrors } from '../errors.ts';
import type { ItemEventTypes, ItemFields, ItemState, ItemTable } from './contentItem.ts';
import type { AnyItemTable } from './itemFields.ts';

/** The names of a kind of content item: in storage and in the interface. */
export interface KindNames {
  readonly collection: Collection;
  readonly type: RecordType;
  readonly noun: 'event' | 'venue' | 'organizer';
  /** The member of lists and the segment of addresses: `events`. */
  readonly plural: 'events' | 'venues' | 'organizers';
  /** The name of the title in the interface. */
  readonly titleMember: 'title' | 'venue' | 'organizer';
}

/** Kinds of linked items. */
export type LinkedKindNames = KindNames & { readonly plural: 'venues' | 'organizers' };

/** All fields of a new item, except those that its publication decides. */
export type NewFields<Fields extends ItemFields> = Omit<Fields, PublicationField> & Pick<ItemFields, 'title'>;

type Writable<Fields extends ItemFields> = WritableKind<
  ItemState & Fields,
  Fields,
  NewFields<Fields>,
  Partial<Omit<Fields, PublicationField>>
>;

/** A kind of content item: the differences between events, venues and organizers for their shared code. */
export interface ItemKind<Fields extends ItemFields> extends KindNames, Omit<Writable<Fields>, keyof KindNames> {
  readonly fields: AnyItemTable;
  readonly eventTypes: ItemEventTypes;
  /** Cleans the long texts of a request without holding the event loop, so that `sentFields` takes them as cleaned. */
  prepareFields(values: object, principal: Principal): Promise<void>;
  /** Returns the sent fields by their names in `cal/events/v1`, cleaned by the caller's rights. */
  sentFields(values: object, principal: Principal): Partial<Fields>;
  /** Returns all fields of a new item: the sent ones, and initial values for the others. */
  newFields(sent: Partial<Fields>): NewFields<Fields>;
}

/** The fields of an item that decide the address of its page. */
type AddressFields = Pick<ItemFields, 'status' | 'slug'> & { readonly language: string };

/**
 * Returns the path of an item's page from the site's root: `/event/harbour/`, or `/fr-ca/event/harbour/` in a language
 * that is not the default. Null for items without a page: drafts, pending, scheduled and trashed items.
 */
const pathOf = (segment: KindNames['noun'], item: AddressFields, defaultLanguage: string): string | null => {
  if (item.slug === '' || (item.status !== 'publish' && item.status !== 'private')) return null;
  return `${languagePath(item.language, defaultLanguage)}/${segment}/${item.slug}/`;
};

interface DeclaredKind<Fields extends ItemFields> extends KindNames {
  readonly fields: ItemTable<Fields>;
  readonly aggregate: Aggregate<ItemState & Fields>;
  readonly eventTypes: ItemEventTypes;
  /** Translated texts that the table does not declare; they precede those of the table. */
  readonly texts: readonly TranslatedField<Fields>[];
  readonly inLanguage?: NonNullable<ItemKind<Fields>['inLanguage']>;
}

/** Creates a kind of content item by the rules that all kinds share. */
export const itemKind = <Fields extends ItemFields, Names extends KindNames = KindNames>(
  declared: Names & DeclaredKind<Fields>,
): Names & ItemKind<Fields> => {
  const { fields, aggregate, texts } = declared;
  const errors = itemErrors[declared.noun];
  const content = {
    ...declared,
    copied: copiedIn(fields),
    translated: [...texts, ...translatedIn<Fields>(fields)],
    pathOf: (record: AddressFields, defaultLanguage: string) => pathOf(declared.noun, record, defaultLanguage),
    notFound: (id: number) => errors.notFound({ params: { id } }),
    inTrash: errors.inTrash,
  };
  const decide: ItemKind<Fields>['decider']['decide'] = (state, command, facts) =>
    decideContent<ItemState & Fields, Fields>(content, state, command, facts);
  return {
    ...content,
    decider: { ...aggregate, decide },
    prepareFields: (values, principal) => prepareTexts(values, authorOf(principal)),
    sentFields: (values, principal) => readFields(fields, 'v1', { values, author: authorOf(principal) }),
    newFields: (sent) => newFields(fields, sent),
  };
};
