import { can, userId } from '@almanac/identity';
import {
  feedLink,
  html,
  inEveryLanguage,
  inline,
  type Page,
  pageAddress,
  pageAnswer,
  pageNotFound,
  recordLink,
  summary,
  trusted,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { slugOf } from '@almanac/text';
import type { PageContext } from '../pageContext.ts';
import type { Account } from '../ports.ts';
import { listPosts, pagesBelow } from './postListing.ts';

/** Returns the user named in the path. @throws DomainError 404, also for a user that the caller may not see */
export const namedAuthor = async ({ core, request }: PageContext): Promise<Account> => {
  const slug = slugOf(request.captures.slug ?? '');
  const user = await core.accounts.findBySlug(slug);
  if (user === undefined) throw pageNotFound();
  const { principal } = request;
  if (can(principal, 'list_users') || userId(principal) === user.id) return user;
  if (await core.accounts.isPublishedAuthor(user.id)) return user;
  throw pageNotFound();
};

/** Returns the archive page of an author. */
export const authorPage = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const user = await namedAuthor(context);
  const address = pageAddress(renderContext, 'author', user.slug);
  const listed = await listPosts(context, {
    address: pagesBelow(address),
    filter: { field: 'author', equals: user.id },
  });
  const page: Page = {
    title: inline(user.name),
    main: html`<h1>${inline(user.name)}</h1>
${user.description !== '' && html`<div class="content">${trusted(user.description)}</div>\n`}${listed.html}`,
    canonical: listed.address,
    versions: inEveryLanguage((language) => pageAddress({ ...renderContext, language }, 'author', user.slug)),
    links: [recordLink(renderContext, `/core/v2/users/${user.id}`), feedLink(`${address}feed/`, user.name)],
    description: summary(user.description),
    section: 'home',
  };
  return pageAnswer(request, renderContext, page);
};
