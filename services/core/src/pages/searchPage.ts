import type { Principal } from '@almanac/identity';
import {
  dayTimeSeparator,
  fullDayText,
  type Html,
  html,
  type Page,
  pageAddress,
  pageAnswer,
  plain,
  timeText,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { searchTerms } from '@almanac/text';
import type { PageContext } from '../pageContext.ts';
import { type PostSearch, searchFilter } from '../posts/readModels/searchFilter.ts';
import { locksOfPosts } from '../posts/readModels/visiblePosts.ts';
import { type FoundEvents, foundEvents } from './foundEvents.ts';
import { listPosts } from './postListing.ts';

/** Maximum number of characters of a search. */
export const MAX_SEARCH_LENGTH = 200;

const wordsOf = ({ request }: PageContext): string => {
  const { s } = request.params;
  return typeof s === 'string' ? s.trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed() : '';
};

/** Returns the search for words; undefined if there are none. */
export const searchOf = (words: string, principal: Principal): PostSearch | undefined => {
  const found = searchTerms(words);
  const locks = locksOfPosts(principal);
  return found && { ...found, exact: false, columns: ['title', 'excerpt', 'content'], locks };
};

const form = (
  words: string,
  { renderContext }: PageContext,
): Html => html`<form class="filters" role="search" aria-label="${renderContext.text('Search the site')}" action="${pageAddress(renderContext, 'search')}">
<p><label for="words">${renderContext.text('Words')}</label>
<input id="words" type="search" name="s" maxlength="${MAX_SEARCH_LENGTH}" value="${words}"></p>
<p><button>${renderContext.text('Search')}</button></p>
</form>
`;

type FoundEvent = FoundEvents['events'][number];

/** Marks the words of a search in a text, ignoring case. */
const marked = (text: string, terms: readonly string[]): Html => {
  const words = terms.filter((term) => term !== '');
  if (words.length === 0) return html`${text}`;
  const pieces = text.split(new RegExp(`(${words.map(RegExp.escape).join('|')})`, 'iu'));
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<mark>${piece}</mark>` : piece))}`;
};

const eventItem = (event: FoundEvent, terms: readonly string[], { renderContext }: PageContext): Html => {
  const { title, url, start_date: start, all_day: allDay } = event;
  const time = allDay ? '' : `${dayTimeSeparator(renderContext)}${timeText(start, renderContext)}`;
  return html`<li>
<h3><a href="${url}">${marked(plain(title), terms)}</a></h3>
<p class="soft"><time datetime="${start.replace(' ', 'T')}">${fullDayText(start, renderContext)}${time}</time></p>
</li>
`;
};

/** Returns the section of found events. It precedes the posts, because events are soon over. */
const eventsPart = async (context: PageContext, words: string, terms: readonly string[]): Promise<Html> => {
  const { text } = context.renderContext;
  const found = await foundEvents(context, words);
  const all = `${pageAddress(context.renderContext, 'events', 'list')}?${new URLSearchParams({ search: words })}`;
  const none = text(
    found === undefined ? 'The calendar is not available at the moment.' : 'No upcoming events match your search.',
  );
  const list = html`<ul class="cards">
${found?.events.map((event) => eventItem(event, terms, context))}</ul>`;
  return html`<section aria-labelledby="found-events">
<h2 id="found-events">${text('Events')}</h2>
${found === undefined || found.total === 0 ? html`<p class="empty">${none}</p>` : list}
<p><a href="${all}">${text('Look in the calendar')}</a></p>
</section>
`;
};

const results = async (context: PageContext, words: string, search: PostSearch): Promise<Html> => {
  const { renderContext } = context;
  const query = `?${new URLSearchParams({ s: words })}`;
  const address = (page: number): string =>
    `${page === 1 ? pageAddress(renderContext, 'search') : pageAddress(renderContext, 'search', 'page', String(page))}${query}`;
  const listed = await listPosts(context, { address, filter: searchFilter(search), search });
  const posts =
    listed.total === 0 ? html`<p class="empty">${renderContext.text('No posts match your search.')}</p>` : listed.html;
  return html`${listed.page === 1 && (await eventsPart(context, words, search.terms))}<section aria-labelledby="found-posts">
<h2 id="found-posts">${renderContext.text('Posts')}</h2>
${posts}
</section>`;
};

/** Page of a search for posts and events. */
export const searchPage = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const words = wordsOf(context);
  const search = searchOf(words, request.principal);
  const title = words === '' ? renderContext.text('Search') : renderContext.text('Search: {words}', { words });
  const page: Page = {
    title,
    main: html`<h1>${title}</h1>
${form(words, context)}${search !== undefined && (await results(context, words, search))}`,
    canonical: pageAddress(renderContext, 'search'),
    indexed: false,
  };
  return pageAnswer(request, renderContext, page);
};
