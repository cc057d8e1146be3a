import type { Collection } from '@almanac/documents';
import { type Decider, DomainError, type Event } from '@almanac/domain';
import type { RecordType } from '@almanac/identity';
import { type ContentCommand, type ContentFacts, type ContentKind, decideContent } from '@almanac/publication';
import { type Addressed, pathOf } from './address.ts';
import type { RecordFields, RecordState } from './record.ts';

/** English messages of one kind of record, whole sentences so that they can be translated. */
export interface RecordMessages {
  readonly notFound: string;
  readonly slugNotFound: string;
  readonly notAccessible: string;
  readonly inTrash: string;
  readonly pageNotFound: string;
}

/** What a kind of record is called, here and there. */
export interface KindNames {
  readonly collection: Collection;
  readonly type: RecordType;
  readonly noun: 'event' | 'venue' | 'organizer';
  /** The member of lists and the segment of addresses: `events`. */
  readonly plural: 'events' | 'venues' | 'organizers';
  /** What the interface calls the title. */
  readonly titleMember: 'title' | 'venue' | 'organizer';
  readonly messages: RecordMessages;
}

/** Kinds of records that events link. */
export type LinkedKindNames = KindNames & { readonly plural: 'venues' | 'organizers' };

/** Everything in which events, venues and organizers differ for the code that they share. */
export interface RecordKind<Fields extends RecordFields>
  extends KindNames,
    Omit<ContentKind<RecordState & Fields, Fields>, 'noun' | 'collection'> {
  /** Its aggregate with the decisions that all content has. */
  readonly decider: Decider<RecordState & Fields, Event, ContentCommand<Fields>, ContentFacts<Fields>>;
}

type Declared<Fields extends RecordFields> = Omit<RecordKind<Fields>, 'pathOf' | 'notFound' | 'inTrash' | 'decider'>;

/** A kind of record by the rules that all kinds share. */
export const recordKind = <Fields extends RecordFields, Names extends KindNames = KindNames>(
  declared: Names & Declared<Fields>,
): Names & RecordKind<Fields> => {
  const content = {
    ...declared,
    pathOf: (record: Addressed, defaultLanguage: string) => pathOf(declared.noun, record, defaultLanguage),
    notFound: (id: number) => notFound(declared, id),
    inTrash: () => inTrash(declared),
  };
  const decide: RecordKind<Fields>['decider']['decide'] = (state, command, facts) =>
    decideContent<RecordState & Fields, Fields>(content, state, command, facts);
  return { ...content, decider: { ...declared.aggregate, decide } };
};

/** The state of a kind of record. */
export type StateOf<K> = K extends RecordKind<infer Fields> ? RecordState & Fields : never;

/** @param id as a number, or as the path has it, however long */
export const notFound = (kind: KindNames, id: number | string): DomainError =>
  new DomainError(`rest-${kind.noun}-not-found`, 404, kind.messages.notFound, { params: { id } });

export const slugNotFound = (kind: KindNames, slug: string): DomainError =>
  new DomainError(`rest-${kind.noun}-not-found`, 404, kind.messages.slugNotFound, { params: { slug } });

export const notAccessible = (kind: KindNames): DomainError =>
  new DomainError(`${kind.noun}-not-accessible`, 403, kind.messages.notAccessible);

export const inTrash = (kind: KindNames): DomainError =>
  new DomainError(`${kind.noun}-is-in-trash`, 410, kind.messages.inTrash);

export const pageNotFound = (kind: KindNames): DomainError =>
  new DomainError(`${kind.noun}-archive-page-not-found`, 404, kind.messages.pageNotFound);
