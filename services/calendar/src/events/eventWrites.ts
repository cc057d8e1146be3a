import type { VersionCondition } from '@almanac/event-sourcing';
import type { FoundCommit, RestRequest } from '@almanac/rest';
import type { EventState } from './event.ts';
import type { EventValues } from './eventValues.ts';
import type { Scope } from './recurrenceArg.ts';

/** The writes of events by the values of a route, for single events and for occurrences of a series. */
export interface EventWrites {
  create(request: RestRequest<EventValues>): Promise<EventState>;
  /** Returns the event that a commit of a creation made: of a series, the first occurrence. @throws DomainError 404, 422 */
  recover(request: RestRequest<unknown>, commit: FoundCommit): Promise<EventState>;
  /**
   * Changes an event, or occurrences of its series.
   * @param condition on the version of the series
   * @throws DomainError 400, 403, 412
   */
  change(request: RestRequest<EventValues>, before: EventState, condition?: VersionCondition): Promise<EventState>;
  /**
   * Moves an event, or occurrences of its series, to the trash; deletes them with `force`.
   * @param options `condition` on the version of the series
   * @returns the event, if it still exists, else as it was
   * @throws DomainError 403, 404, 410, 412
   */
  remove(
    request: RestRequest<unknown>,
    before: EventState,
    options: { readonly scope: Scope; readonly force?: boolean; readonly condition?: VersionCondition | undefined },
  ): Promise<EventState>;
}
