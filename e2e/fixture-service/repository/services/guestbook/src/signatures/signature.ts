import type { Collection } from '@almanac/documents';
import type { Decider, Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { guestbookErrors } from '../errors.ts';

export type SignatureEvent = Event<
  'GuestbookSigned',
  { readonly id: number; readonly author: number; readonly text: string }
>;

/** A user's text in the guest book. */
export interface Signature {
  readonly id: number;
  /** Id of a user. */
  readonly author: number;
  readonly text: string;
  /** Version of the stream; 0 before the user signs. */
  readonly version: number;
}

interface Sign {
  readonly id: number;
  readonly author: number;
  readonly text: string;
}

/** `signature-<id of the author>`: who has signed cannot sign again. */
export const signature: Decider<Signature, SignatureEvent, Sign> = {
  category: 'signature',
  initialState: { id: 0, author: 0, text: '', version: 0 },
  eventTypes: ['GuestbookSigned'],
  projectionVersion: 1,
  evolve: (state, { data, version }) => ({ ...state, ...data, version }),
  decide: (state, command) => {
    if (state.version > 0) throw guestbookErrors.signedAlready();
    return [{ type: 'GuestbookSigned', data: { ...command } }];
  },
};

export const signatures: Collection = {
  name: 'signatures',
  projectionVersion: signature.projectionVersion,
  indexes: [['id']],
};

export const signatureRegistration: Registration<Signature, SignatureEvent> = {
  aggregate: signature,
  collection: signatures,
};

/** Public name of a user, from core. */
export interface Author {
  readonly id: number;
  readonly name: string;
}

export const authors: Collection = { name: 'guestbook-authors', projectionVersion: 1 };
