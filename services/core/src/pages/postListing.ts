import { inListsOf } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { type Html, html, pageNotFound, steps } from '@almanac/pages';
import type { PageContext } from '../pageContext.ts';
import { listedPosts, ofType, posts } from '../posts/post.ts';
import type { ListQuery } from '../posts/readModels/orderedPage.ts';
import { pageOfPosts, withStickyFirst } from '../posts/readModels/postList.ts';
import type { PostSearch } from '../posts/readModels/searchFilter.ts';
import { thumbnails } from './featuredFigure.ts';
import { imagesOfExcerpts, postCards } from './postCards.ts';

export interface Listing {
  /** Filter of the published posts. */
  readonly filter?: Filter;
  /** Returns the address of a page of the list; pages count from 1. */
  readonly address: (page: number) => string;
  /** Search that found the posts; best matches come first. */
  readonly search?: PostSearch;
  /** True if sticky posts come first. */
  readonly sticky?: boolean;
}

export interface PostListing {
  readonly html: Html;
  readonly page: number;
  readonly total: number;
  /** Address of this page of the list. */
  readonly address: string;
}

/** Returns the addresses of an archive's pages, from the address of the first. */
export const pagesBelow =
  (first: string) =>
  (page: number): string =>
    page === 1 ? first : `${first}page/${page}/`;

/** Returns a page of published posts in the request's language, newest first. @throws DomainError 404 beyond the end */
export const listPosts = async (context: PageContext, listing: Listing): Promise<PostListing> => {
  const { core, request, renderContext } = context;
  const page = Number(request.captures.page ?? 1);
  const perPage = core.settings.current().posts_per_page;
  const query = queryOf(context, listing, { page, perPage });
  const [found, total] = await Promise.all([
    pageOfPosts(core.documents, query),
    core.documents.count(posts, query.filter),
  ]);
  if (page < 1 || (found.length === 0 && page > 1)) throw pageNotFound();
  const shown = listing.sticky && page === 1 ? await withStickyFirst(core.documents, query, found) : found;
  const newer = page > 1 ? { href: listing.address(page - 1), label: renderContext.text('Newer posts') } : undefined;
  const older =
    page * perPage < total ? { href: listing.address(page + 1), label: renderContext.text('Older posts') } : undefined;
  const [images, thumbnailOf] = await Promise.all([
    imagesOfExcerpts(core, shown, renderContext),
    thumbnails(context, shown),
  ]);
  return {
    html: html`${await postCards(shown, { renderContext, images, thumbnailOf })}
${steps(renderContext.text('Pages'), { previous: newer, next: older })}`,
    page,
    total,
    address: listing.address(page),
  };
};

const queryOf = (
  { core, renderContext }: PageContext,
  { filter, search }: Listing,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): ListQuery => ({
  filter: {
    all: [
      ...(search === undefined ? [ofType('post')] : []),
      inListsOf(listedPosts, renderContext.language, core.languages),
      { field: 'status', equals: 'publish' },
      ...(filter === undefined ? [] : [filter]),
    ],
  },
  orderBy: search === undefined ? 'date' : 'relevance',
  direction: 'desc',
  include: [],
  slugs: [],
  search,
  limit: perPage,
  offset: (page - 1) * perPage,
});
