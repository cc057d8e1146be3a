import { type Html, html, type PageLink, pageAddress, type Showing } from '@almanac/pages';

type Filters = Readonly<Record<string, string>>;

/** The address of the file that calendar programs subscribe to, filtered as a list of events is. */
export const feedAddress = (showing: Showing, filters: Filters = {}): string => {
  const query = new URLSearchParams(filters);
  return `${pageAddress(showing, 'events')}feed.ics${query.size === 0 ? '' : `?${query}`}`;
};

/** For the head of a page that shows the same events. */
export const subscribeLinks = (showing: Showing, filters: Filters = {}): PageLink[] => [
  { rel: 'alternate', type: 'text/calendar', href: feedAddress(showing, filters), title: showing.text('Events') },
];

/** For those who read the page. */
export const subscribeLine = (showing: Showing): Html =>
  html`<p><a href="${feedAddress(showing)}" type="text/calendar">${showing.text('Subscribe to the calendar')}</a></p>`;
