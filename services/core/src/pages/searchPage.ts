import { searchEventsOfCalendar } from '@almanac/contracts';
import type { Principal } from '@almanac/identity';
import {
  dayTimeSeparator,
  foreignAttributes,
  fullDayText,
  type Html,
  html,
  languageLabel,
  type Page,
  pageAddress,
  pageAnswer,
  plain,
  timeText,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { askInternal, ServiceUnavailableError } from '@almanac/service';
import { searchTerms } from '@almanac/text';
import type { z } from 'zod';
import type { PageContext } from '../pageContext.ts';
import { type PostSearch, searchFilter } from '../posts/readModels/searchFilter.ts';
import { locksOfPosts } from '../posts/readModels/visiblePosts.ts';
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

type FoundEvents = z.output<typeof searchEventsOfCalendar.answer>;

/** Timeout of the request to the calendar, in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Finds the next and the latest past events that contain the words, as visible to visitors. It asks the calendar, because core's copies of
 * events contain no texts. Undefined if the calendar does not answer.
 */
const foundEvents = async ({ core, request, renderContext }: PageContext, search: string) => {
  const { language } = renderContext;
  try {
    const { body } = await askInternal(core.fetchInternal, searchEventsOfCalendar, {
      send: { search },
      language,
      timeout: TIMEOUT_MS,
      headers: { 'x-almanac-site': request.site, 'x-almanac-api-root': request.apiRoot },
    });
    return body;
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return undefined;
    throw error;
  }
};

type EventsFound = FoundEvents['upcoming'];
type FoundEvent = EventsFound['events'][number];

/** Marks the words of a search in a text, ignoring case. */
const marked = (text: string, terms: readonly string[]): Html => {
  const words = terms.filter((term) => term !== '');
  if (words.length === 0) return html`${text}`;
  const pieces = text.split(new RegExp(`(${words.map(RegExp.escape).join('|')})`, 'iu'));
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<mark>${piece}</mark>` : piece))}`;
};

const eventItem = (event: FoundEvent, terms: readonly string[], { renderContext }: PageContext): Html => {
  const { title, url, start, language, all_day: allDay, dates } = event;
  const { text } = renderContext;
  const time = allDay ? '' : `${dayTimeSeparator(renderContext)}${timeText(start, renderContext)}`;
  return html`<li>
<h3><a href="${url}"${foreignAttributes(language, renderContext)}>${marked(plain(title), terms)}</a>${languageLabel(language, renderContext)}</h3>
<p class="soft"><time datetime="${start.replace(' ', 'T')}">${fullDayText(start, renderContext)}${time}</time>${dates && html` · <a href="${dates.url}">${text('All {count} dates', { count: dates.count })}</a>`}</p>
</li>
`;
};

interface EventsSection {
  readonly id: string;
  readonly heading: string;
  readonly found: EventsFound;
  /** The list of the calendar with all of them. */
  readonly address: string;
}

const eventList = (
  { id, heading, found, address }: EventsSection,
  terms: readonly string[],
  context: PageContext,
): Html => {
  const { text } = context.renderContext;
  const none = html`<p class="empty">${text('No upcoming events match your search.')}</p>`;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${found.total === 0 ? none : html`<ul class="cards">\n${found.events.map((event) => eventItem(event, terms, context))}</ul>`}
${found.total > found.events.length && html`<p><a href="${address}">${text('All {count} in the calendar', { count: found.total })}</a></p>\n`}</section>
`;
};

/** Returns the found events: upcoming ones, to stand before the posts, and past ones, to stand after them. */
const eventSections = async (
  context: PageContext,
  words: string,
  terms: readonly string[],
): Promise<{ readonly before: Html; readonly after?: Html | false }> => {
  const { renderContext } = context;
  const { text } = renderContext;
  const events = await foundEvents(context, words);
  if (events === undefined) {
    return { before: html`<p class="notice">${text('The calendar is not available at the moment.')}</p>\n` };
  }
  const address = `${pageAddress(renderContext, 'events', 'list')}?${new URLSearchParams({ search: words })}`;
  const upcoming = { id: 'found-events', heading: text('Upcoming events'), found: events.upcoming, address };
  const past = {
    id: 'found-past-events',
    heading: text('Past events'),
    found: events.past,
    address: `${address}&when=past`,
  };
  return {
    before: eventList(upcoming, terms, context),
    after: events.past.total > 0 && html`\n${eventList(past, terms, context)}`,
  };
};

const results = async (context: PageContext, words: string, search: PostSearch): Promise<Html> => {
  const { renderContext } = context;
  const query = `?${new URLSearchParams({ s: words })}`;
  const address = (page: number): string =>
    `${page === 1 ? pageAddress(renderContext, 'search') : pageAddress(renderContext, 'search', 'page', String(page))}${query}`;
  const listed = await listPosts(context, { address, filter: searchFilter(search), search });
  const posts =
    listed.total === 0
      ? html`<p class="empty">${renderContext.text('No posts or pages match your search.')}</p>`
      : listed.html;
  const events = listed.page === 1 ? await eventSections(context, words, search.terms) : undefined;
  return html`${events?.before}<section aria-labelledby="found-posts">
<h2 id="found-posts">${renderContext.text('Posts and pages')}</h2>
${posts}
</section>${events?.after}`;
};

/** Page of a search for posts, pages and events. */
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
