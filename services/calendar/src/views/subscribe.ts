import { type Html, html, type PageLink, pageAddress, type RenderContext } from '@almanac/pages';
import { type FilterName, filterNames, type ViewFilters } from './askedView.ts';

type Filters = Readonly<Record<string, string>>;

/** The arguments of the feed, by the filters of views. */
const FEED_NAMES: Readonly<Record<FilterName, string>> = {
  search: 'search',
  category: 'categories',
  tag: 'tags',
  venue: 'venue',
  organizer: 'organizer',
  featured: 'featured',
  series: 'series',
};

/** Returns the arguments of the feed with the events that a view shows. */
export const feedFilters = (filters: ViewFilters): Filters =>
  Object.fromEntries(
    filterNames.flatMap((name) => (filters[name] === undefined ? [] : [[FEED_NAMES[name], filters[name]]])),
  );

/** Returns the address of the feed for calendar programs, with the filters of a list of events. */
export const feedAddress = (
  renderContext: RenderContext,
  filters: Filters = {},
  file: 'feed.ics' | 'feed.xml' = 'feed.ics',
): string => {
  const query = new URLSearchParams(filters);
  return `${pageAddress(renderContext, 'events')}${file}${query.size === 0 ? '' : `?${query}`}`;
};

/** Returns the feed links in the head of a page that shows the same events. */
export const subscribeLinks = (renderContext: RenderContext, filters: Filters = {}): PageLink[] => [
  {
    rel: 'alternate',
    type: 'text/calendar',
    href: feedAddress(renderContext, filters),
    title: renderContext.text('Events'),
  },
  {
    rel: 'alternate',
    type: 'application/rss+xml',
    href: feedAddress(renderContext, filters, 'feed.xml'),
    title: renderContext.text('Events'),
  },
];

/** Renders the subscription links for readers; programs that support `webcal` refresh the calendar. */
export const subscribeLine = (renderContext: RenderContext, filters: Filters = {}): Html => {
  const { text } = renderContext;
  const feed = feedAddress(renderContext, filters);
  return html`<p class="soft"><a href="${feed.replace(/^https?:/, 'webcal:')}">${text('Subscribe to the calendar')}</a> · <a href="${feed}" type="text/calendar">${text('Calendar file')}</a> · <a href="${feedAddress(renderContext, filters, 'feed.xml')}" type="application/rss+xml">RSS</a>${renderContext.site.event_suggestions && html` · <a href="${pageAddress(renderContext, 'events', 'suggest')}">${text('Suggest an event')}</a>`}</p>`;
};
