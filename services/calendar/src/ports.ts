import type { Filter } from '@almanac/documents';
import type { Principal } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';

// What slices ask of one another against the direction of their imports. A port is implemented by one slice and handed
// to the others in `Calendar`, so that no import leads back up.

/** The member by which an event links other records. */
export type LinkingMember = 'venues' | 'organizers' | 'categories' | 'tags';

/** Who asks, with what opens a protected event: its password, or the right to edit it in the context `edit`. */
export interface Opening extends Pick<RestRequest, 'principal' | 'params'> {
  readonly args: { readonly password?: string | undefined };
}

/** What terms, venues and organizers ask of the events that link them; answered by `events`. */
export interface LinkingEvents {
  /** The records that published events link. */
  linkedByPublished(member: LinkingMember): Filter;
  /** The records that events link which have not ended, as far as the caller may see these. */
  linkedByUpcoming(member: LinkingMember, principal: Principal): Filter;
  /** How many published events link each of these. */
  countsOf(member: LinkingMember, ids: readonly number[]): Promise<ReadonlyMap<unknown, number>>;
  /**
   * The ids that an event links, which are hidden where the event is.
   * @param asked the event, and the argument that names it
   * @throws DomainError 400 naming the argument for an event that the caller may not see, 403 for a locked one
   */
  linksOf(
    asked: { readonly argument: string; readonly id: number },
    opening: Opening,
  ): Promise<Readonly<Record<LinkingMember, readonly number[]>>>;
  /** Whether the caller may see what an event links. */
  shows(id: number, opening: Opening): Promise<boolean>;
}
