import type { Filter } from '@almanac/documents';
import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Principal, Role } from '@almanac/identity';
import type { Params, RestRequest } from '@almanac/rest';
import type { DisplayOptions } from '@almanac/text';

// What lower slices ask of higher ones, against the direction of imports. Each port is implemented by one slice and
// handed to the others in `Core`, so that no import leads back up.

/** A user as the rest of core knows them. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  /** The public display name, escaped like a term's. */
  readonly name: string;
  readonly slug: string;
  /** HTML. */
  readonly description: string;
  readonly roles: readonly Role[];
}

/** What the rest of core may ask of accounts, application passwords and sign-in. */
export interface Accounts {
  /** Undefined for a user who is not there or not any more. */
  find(id: number): Promise<Account | undefined>;
  findBySlug(slug: string): Promise<Account | undefined>;
  /** The administrator who was registered first. */
  firstAdministrator(): Promise<Account | undefined>;
  /**
   * The user who gets records that are left to a user: that user or, for a deleted one, the heir of that user; null for
   * nobody. Users who were deleted at the same time may be each other's heirs, in logs of earlier releases: then it is
   * the administrator who was registered first.
   */
  heirOf(id: number): Promise<number | null>;
  /** Whether the user has published something: what visitors may know of (docs/interface/core-users.md §1). */
  isPublishedAuthor(id: number): Promise<boolean>;
}

/** The terms that a post has. */
export interface PostTerms {
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  /** Whether the caller may read the post. */
  readonly isReadable: boolean;
}

/** The member by which a post names a user, or terms. */
type NamingMember = 'author' | 'categories' | 'tags';

/** What users and terms ask of the posts that name them. */
export interface NamingPosts {
  /** The users, or terms, that published posts name. */
  namedByPublished(member: NamingMember): Filter;
  /** How many published posts name each of these, zeros included. */
  countsOf(member: NamingMember, ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** The terms of a post; undefined where there is no such post. */
  termsOf(request: Pick<RestRequest, 'principal' | 'remember'>, post: number): Promise<PostTerms | undefined>;
}

/** What posts ask of media. */
export interface FeaturedImages {
  /**
   * The featured image that a post gets for the id it asks for: 0 for none, and for a medium that is no picture
   * (docs/interface/core-posts.md §5.2).
   * @throws DomainError 400 `rest_invalid_featured_media` for an id that names no medium, or one that the caller may
   * not read (docs/interface/core-posts.md §5.2)
   */
  check(principal: Principal, id: number): Promise<number>;
}

/** Something that is being deleted for good, and to which posts, media or autosaves may refer. */
export type Going =
  | { readonly kind: 'posts'; readonly id: number }
  | { readonly kind: 'categories' | 'tags' | 'media'; readonly id: number }
  /** `reassign`: who gets the posts and media; null: posts are trashed, media belong to nobody. */
  | { readonly kind: 'users'; readonly id: number; readonly reassign: number | null };

/** What happens to other records when a record is deleted. */
export interface References {
  /**
   * Gathers what refers to it, before the command that deletes it. The answer is run within that command, as often as it
   * is decided.
   */
  gather(going: Going): Promise<(unit: UnitOfWork) => Promise<void>>;
}

/** Texts of a post or a medium, as stored. */
export interface Pictured {
  /** The post whose galleries contain its attached media; 0 for none. */
  readonly id: number;
  readonly texts: readonly string[];
}

/** The images that rendering a record's text needs; undefined where the text names no media. */
export type ContentImages = (text: string, id: number) => DisplayOptions | undefined;

/**
 * The pictures that texts show, of all texts of an answer in one go (docs/interface/texts.md §6); answered by `media`.
 */
export type FindContentImages = (site: string, items: readonly Pictured[]) => Promise<ContentImages>;

/** A file that somebody chose in a form of a page. */
export interface SentFile {
  /**
   * Stores it as `POST core/v2/media` does, in the name of who asks; answers the medium's id.
   * @throws DomainError why it could not be received, or is not taken
   */
  store(
    request: RestRequest<unknown>,
    about: { readonly altText?: string; readonly onlyPictures?: boolean },
  ): Promise<number>;
  /** Removes what was kept of it until now. */
  discard(): Promise<void>;
}

/** What a form of a page held. */
export interface SentForm {
  readonly fields: Params;
  /** Undefined where none was chosen. */
  readonly file: SentFile | undefined;
}

/**
 * Reads a multipart form of a page while it arrives; answered by `media`.
 * @param isKept whether its file is kept; otherwise it is read and thrown away, and cannot be stored
 * @throws DomainError 400, 413 for a form that cannot be read
 */
export type ReceiveForm = (request: Pick<RestRequest, 'headers' | 'stream'>, isKept: boolean) => Promise<SentForm>;
