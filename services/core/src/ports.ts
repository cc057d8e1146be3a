import type { Filter } from '@almanac/documents';
import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Principal, Role } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';
import type { DisplayOptions } from '@almanac/text';

// Ports by which lower slices call higher ones, against the direction of imports. One slice implements each port; the
// others receive it in `Core`, so that no import leads back up.

/** The data of a user for the rest of core. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  /** Public display name, escaped like a term's. */
  readonly name: string;
  readonly slug: string;
  /** HTML. */
  readonly description: string;
  readonly roles: readonly Role[];
}

/** Queries of accounts for the rest of core. */
export interface Accounts {
  /** Undefined for a missing or deleted user. */
  find(id: number): Promise<Account | undefined>;
  findBySlug(slug: string): Promise<Account | undefined>;
  /** Ignores case. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** The administrator with the lowest id. */
  firstAdministrator(): Promise<Account | undefined>;
  /**
   * Returns the user who inherits records of a user: the user itself or, if deleted, the user's heir; null for nobody.
   * In logs of earlier releases, users deleted at the same time may be each other's heirs: then the first administrator
   * inherits.
   */
  heirOf(id: number): Promise<number | null>;
  /** True if the user has published something, so visitors may see the user (docs/interface/core-users.md §1). */
  isPublishedAuthor(id: number): Promise<boolean>;
}

/** The parts of a request on which the terms of a post depend. */
export type TermsRequest = Pick<RestRequest, 'principal' | 'remember' | 'headers'>;

/** The terms of a post. */
export interface PostTerms {
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  /** True if the caller may read the post. */
  readonly isReadable: boolean;
}

/** Member of a post that names a user or terms. */
type NamingMember = 'author' | 'categories' | 'tags';

/** Queries of users and terms about the posts that name them. */
export interface NamingPosts {
  /** Filter for the users or terms that published posts name. */
  namedByPublished(member: NamingMember): Filter;
  /** Returns the number of published posts that name each id, zeros included. */
  countsOf(member: NamingMember, ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns the terms of a post, or the tags of an event of the calendar; undefined if there is no such record. */
  termsOf(request: TermsRequest, id: number): Promise<PostTerms | undefined>;
}

/** Queries of posts about media. */
export interface FeaturedImages {
  /**
   * Returns the featured image for a requested id: 0 for none, and for a medium that is not a picture
   * (docs/interface/core-posts.md §5.2).
   * @throws DomainError 400 `rest_invalid_featured_media` for a missing medium, or one that the caller may not read
   * (docs/interface/core-posts.md §5.2)
   */
  check(principal: Principal, id: number): Promise<number>;
}

/** A record that is being permanently deleted, and to which posts, media or autosaves may refer. */
export type DeletedRecord =
  | { readonly kind: 'posts'; readonly id: number }
  | { readonly kind: 'categories' | 'tags' | 'media'; readonly id: number }
  /** `reassign`: new owner of posts and media. Null: posts are trashed, media have no author. */
  | { readonly kind: 'users'; readonly id: number; readonly reassign: number | null };

/** Updates references to a deleted record. */
export interface References {
  /**
   * Collects the references to a record before the command that deletes it. The returned function runs within that
   * command, at each attempt.
   */
  gather(going: DeletedRecord): Promise<(unit: UnitOfWork) => Promise<void>>;
}

/** Texts of a post or a medium, as stored. */
export interface ItemTexts {
  /** The post whose attached media its galleries contain; 0 for none. */
  readonly id: number;
  readonly texts: readonly string[];
}

/** Returns the images that a record's text displays; undefined if the text names no media. */
export type ContentImages = (text: string, id: number) => DisplayOptions | undefined;

/** Loads the pictures of all texts of an answer at once (docs/interface/texts.md §6); implemented by `media`. */
export type FindContentImages = (site: string, items: readonly ItemTexts[]) => Promise<ContentImages>;
