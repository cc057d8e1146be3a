import type { UnitOfWork } from '@almanac/aggregates';
import type { Collection } from '@almanac/documents';
import { DomainError } from '@almanac/domain';
import type { RecordType } from '@almanac/identity';
import type { RecordAggregate, RecordFields, RecordState } from './record.ts';

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
export interface RecordKind<Name extends string, Fields extends RecordFields> extends KindNames {
  readonly aggregate: RecordAggregate<Name, Fields>;
  /** Fields that every member of a translation group has alike (translation.md §3.3). */
  readonly copied: readonly (keyof Fields)[];
  /** Swaps the records that copied fields refer to for their own versions in a language, where there are such. */
  readonly inLanguage?: (unit: UnitOfWork, copied: Partial<Fields>, language: string) => Promise<Partial<Fields>>;
}

/** The state of a kind of record. */
export type StateOf<K> = K extends RecordKind<infer _Name, infer Fields> ? RecordState & Fields : never;

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
