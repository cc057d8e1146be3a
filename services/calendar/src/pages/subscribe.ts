import { type Html, html, type PageLink, pageAddress, type RenderContext } from '@almanac/pages';

type Filters = Readonly<Record<string, string>>;

/** The address of the file that calendar programs subscribe to, filtered as a list of events is. */
export const feedAddress = (renderContext: RenderContext, filters: Filters = {}): string => {
  const query = new URLSearchParams(filters);
  return `${pageAddress(renderContext, 'events')}feed.ics${query.size === 0 ? '' : `?${query}`}`;
};

/** For the head of a page that shows the same events. */
export const subscribeLinks = (renderContext: RenderContext, filters: Filters = {}): PageLink[] => [
  {
    rel: 'alternate',
    type: 'text/calendar',
    href: feedAddress(renderContext, filters),
    title: renderContext.text('Events'),
  },
];

/** Links for the readers of the page. */
export const subscribeLine = (renderContext: RenderContext): Html =>
  html`<p><a href="${feedAddress(renderContext)}" type="text/calendar">${renderContext.text('Subscribe to the calendar')}</a></p>`;
