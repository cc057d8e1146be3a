import type { Collection } from '@almanac/documents';
import type { Decider } from './aggregate.ts';
import { eventSourcingErrors } from './errors.ts';
import type { Registration } from './registration.ts';

/**
 * Events of a unique name: a stream of its own, appended to in the commit of the record that has the name
 * (docs/architecture.md §2).
 */
export type ClaimEvent =
  | { readonly type: 'Taken'; readonly data: { readonly by: string } }
  | { readonly type: 'Released'; readonly data: { readonly by: string } };

export interface Claim {
  /** The stream of the record that has the name; null for a free name. */
  readonly by: string | null;
}

export type ClaimCommand =
  /** Taking a name that the stream already has changes nothing. */
  | { readonly type: 'Take'; readonly name: string; readonly by: string }
  /** Releases a name; only its holder can. */
  | { readonly type: 'Release'; readonly by: string };

/** @throws DomainError 409 in the decision, for a name of another stream */
export const claim: Decider<Claim, ClaimEvent, ClaimCommand> = {
  category: 'claim',
  initialState: { by: null },
  eventTypes: ['Taken', 'Released'],
  projectionVersion: 1,
  evolve: (_state, event) => (event.type === 'Taken' ? { by: event.data.by } : { by: null }),
  decide: ({ by: bearer }, command) => {
    const { by } = command;
    if (command.type === 'Release') return bearer === by ? [{ type: 'Released', data: { by } }] : [];
    if (bearer !== null && bearer !== by) throw eventSourcingErrors.nameTaken({ params: { name: command.name } });
    return bearer === by ? [] : [{ type: 'Taken', data: { by } }];
  },
};

export const claims: Collection = { name: 'claims', projectionVersion: 1 };

export const claimRegistration: Registration<Claim, ClaimEvent> = { aggregate: claim, collection: claims };

/** Returns the id of a claim: its scope and its name, `slug/event/en/harbour`. Names are compared unchanged. */
export const claimId = (scope: string, name: string): string => `${scope}/${name}`;
