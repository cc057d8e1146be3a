import type { Filter } from '@almanac/documents';
import type { Principal } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';

// Ports between slices, against the direction of imports. One slice implements a port; the others get it in
// `Calendar`, so that no import leads back up.

/** The member by which an event links other records. */
export type LinkingMember = 'venues' | 'organizers' | 'categories' | 'tags';

/** The caller, with a password of the event or the context `edit`, which opens it to callers who may edit it. */
export interface Opening extends Pick<RestRequest, 'principal' | 'params'> {
  readonly args: { readonly password?: string | undefined };
}

/** Queries of terms, venues and organizers about the events that link them; implemented by `events`. */
export interface LinkingEvents {
  /** Returns the filter for records that published events link. */
  linkedByPublished(member: LinkingMember): Filter;
  /** Returns the filter for records of events that have not ended and that the caller may see. */
  linkedByUpcoming(member: LinkingMember, principal: Principal): Filter;
  /** Returns the number of published events that link each of the records. */
  countsOf(member: LinkingMember, ids: readonly number[]): Promise<ReadonlyMap<unknown, number>>;
  /**
   * Returns the ids that an event links; they are hidden if the event is.
   * @param asked the event, and the argument that names it
   * @throws DomainError 400 naming the argument for an event that the caller may not see, 403 for a locked one
   */
  linksOf(
    asked: { readonly argument: string; readonly id: number },
    opening: Opening,
  ): Promise<Readonly<Record<LinkingMember, readonly number[]>>>;
  /** True if the caller may see the links of an event. */
  shows(id: number, opening: Opening): Promise<boolean>;
}
