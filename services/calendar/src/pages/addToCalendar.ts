import { type Html, html, joined, plain, type RenderContext, summary } from '@almanac/pages';
import { addressOf } from '../addresses.ts';
import { renderedContent, renderedTitle } from '../content-items/renderedTexts.ts';
import type { EventState } from '../events/event.ts';
import type { VenueState } from '../venues/venue.ts';
import { placeText } from '../venues/venue.ts';
import { feedAddress } from '../views/subscribe.ts';

/** The maximum length of a description in an address; some services cut longer ones. */
const MAX_DESCRIPTION_LENGTH = 500;

const compact = (clock: string): string => clock.replace(/[-:]/g, '').replace(' ', 'T');

/** Returns start and end: of whole days as dates, with the day after the last one; else as times in UTC. */
const spanOf = ({ allDay, start, end, startUtc, endUtc }: EventState): readonly [string, string] => {
  if (!allDay) return [`${compact(startUtc)}Z`, `${compact(endUtc)}Z`];
  const dayAfter = Temporal.PlainDate.from(end.slice(0, 10)).add({ days: 1 });
  return [compact(start.slice(0, 10)), compact(dayAfter.toString())];
};

const isoSpanOf = (event: EventState): readonly [string, string] => {
  if (event.allDay) return [event.start.slice(0, 10), event.end.slice(0, 10)];
  return [`${event.startUtc.replace(' ', 'T')}Z`, `${event.endUtc.replace(' ', 'T')}Z`];
};

/** Renders links that add an event to a calendar: a file, a subscription, and the forms of two web services. */
export const addToCalendar = (event: EventState, venue: VenueState | undefined, renderContext: RenderContext): Html => {
  const { text, baseUrl } = renderContext;
  const file = feedAddress(renderContext, { include: String(event.id) });
  const title = plain(renderedTitle(event.title));
  const about =
    `${summary(renderedContent(event.content), MAX_DESCRIPTION_LENGTH)}\n${addressOf(baseUrl, event)}`.trim();
  const place =
    venue === undefined ? '' : [plain(renderedTitle(venue.title)), placeText(venue)].filter(Boolean).join(', ');
  const [start, end] = spanOf(event);
  const [startdt, enddt] = isoSpanOf(event);
  const google = new URLSearchParams([
    ['action', 'TEMPLATE'],
    ['text', title],
    ['dates', `${start}/${end}`],
    ['details', about],
    ['location', place],
  ]);
  const outlook = new URLSearchParams({
    ...{
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      startdt,
      enddt,
      body: about,
      location: place,
    },
    ...(event.allDay && { allday: 'true' }),
  });
  const outside = (href: string, name: string) => html`<a href="${href}" rel="external noopener nofollow">${name}</a>`;
  const links = [
    html`<a href="${file}" type="text/calendar">${text('Calendar file')}</a>`,
    html`<a href="${file.replace(/^https?:/, 'webcal:')}">${text('Calendar program')}</a>`,
    outside(`https://calendar.google.com/calendar/render?${google}`, 'Google'),
    outside(`https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`, 'Outlook'),
  ];
  return html`<p class="add">${text('Add to a calendar:')} ${joined(links, ' · ')}</p>\n`;
};
