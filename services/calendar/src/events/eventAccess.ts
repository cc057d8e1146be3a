import type { Documents } from '@almanac/documents';
import { DomainError } from '@almanac/domain';
import { invalidParams, type RestRequest } from '@almanac/rest';
import { recordById } from '../records/recordLookup.ts';
import { isUnlocked, mayEditRecord, mayReadRecord } from '../records/rights.ts';
import type { EventState } from './event.ts';
import { eventKind } from './eventKind.ts';

/** Who asks, with what opens a protected event: its password, or the right to edit it in the context `edit`. */
export interface Opening extends Pick<RestRequest, 'principal' | 'params'> {
  readonly args: { readonly password?: string | undefined };
}

/** @throws DomainError 403 for an event that a password protects and nothing opens (docs/interface/calendar.md §4.1) */
export const refuseLocked = (event: EventState, { principal, args, params }: Opening): void => {
  if (isUnlocked(event, args.password)) return;
  if (params.context === 'edit' && mayEditRecord(principal, eventKind, event)) return;
  throw new DomainError('event-password-protected', 403, 'The event is not accessible without a password.');
};

/**
 * The event whose terms, venues or organizers a list is asked for: its links are hidden where the event is.
 * @throws DomainError 400 naming the argument for an event that the caller may not see, 403 for a locked one
 */
export const eventOfList = async (
  documents: Documents,
  { name, id }: { readonly name: string; readonly id: number },
  opening: Opening,
): Promise<EventState> => {
  const event = await recordById(documents, eventKind, id);
  if (event === undefined || event.status === 'trash' || !mayReadRecord(opening.principal, eventKind, event)) {
    throw invalidParams({ [name]: '{name} names an event that does not exist.' });
  }
  refuseLocked(event, opening);
  return event;
};
