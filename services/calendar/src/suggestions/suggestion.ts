import type { Collection } from '@almanac/documents';
import { type Decider, idAndVersion } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { calendarErrors } from '../errors.ts';

/** A visitor's suggestion of an event, whose id it has. It holds nothing about the visitor. */
export interface Suggestion {
  readonly id: number;
  readonly version: number;
  /** ISO 8601, UTC; empty if there is no such suggestion. */
  readonly received: string;
  /** The reason why it was declined; null if it was not. */
  readonly declined: string | null;
  /** True once its event was published. */
  readonly published: boolean;
}

export type SuggestionEvent =
  | Event<'SuggestionReceived', Readonly<Record<never, never>>>
  | Event<'SuggestionPublished', Readonly<Record<never, never>>>
  | Event<'SuggestionDeclined', { readonly reason: string }>;

export type SuggestionCommand =
  | { readonly type: 'Receive' }
  /** The event was published. Only the first publication is reported to the sender. */
  | { readonly type: 'Publish' }
  | { readonly type: 'Decline'; readonly reason: string };

const changeOf = ({ type, data, meta }: Parameters<typeof suggestionDecider.evolve>[1]): Partial<Suggestion> => {
  switch (type) {
    case 'SuggestionReceived':
      return { received: meta.at };
    case 'SuggestionPublished':
      return { published: true };
    case 'SuggestionDeclined':
      return { declined: data.reason };
  }
};

/** The decider of suggestions, `suggestion-<id of the event>` (docs/interface/suggestions.md). */
export const suggestionDecider: Decider<Suggestion, SuggestionEvent, SuggestionCommand> = {
  category: 'suggestion',
  initialState: { id: 0, version: 0, received: '', declined: null, published: false },
  eventTypes: ['SuggestionReceived', 'SuggestionPublished', 'SuggestionDeclined'],
  projectionVersion: 2,
  evolve: (state, event) => ({ ...state, ...changeOf(event), ...idAndVersion(event) }),
  /** @throws DomainError 404, 409 */
  decide: (state, command) => {
    if (command.type === 'Receive') return [{ type: 'SuggestionReceived', data: {} }];
    if (state.version === 0) throw calendarErrors.unknownSuggestion();
    if (command.type === 'Publish') return state.published ? [] : [{ type: 'SuggestionPublished', data: {} }];
    if (state.declined !== null) throw calendarErrors.declinedSuggestion();
    return [{ type: 'SuggestionDeclined', data: { reason: command.reason } }];
  },
};

export const suggestions: Collection = {
  name: 'suggestions',
  projectionVersion: suggestionDecider.projectionVersion,
  indexes: [['received']],
};

export const suggestionRegistration: RecordRegistration<Suggestion, SuggestionEvent> = {
  aggregate: suggestionDecider,
  collection: suggestions,
};
