import { type Html, html, inline, joined, type Showing } from '@almanac/pages';
import type { EventState } from '../events/event.ts';
import type { LinkedRecords } from '../events/linkedReader.ts';
import { addressOf } from '../records/address.ts';
import { shownTitle } from '../records/shownTexts.ts';
import { eventTimes } from './eventTimes.ts';
import { pageTitle } from './recordPage.ts';

const placesOf = (event: EventState, linked: LinkedRecords): Html | undefined => {
  const names = event.venues.flatMap((id) => {
    const venue = linked.venues.get(id);
    return venue === undefined || venue.password !== '' ? [] : [inline(shownTitle(venue.title))];
  });
  return event.password !== '' || names.length === 0 ? undefined : html`<p>${joined(names, ', ')}</p>\n`;
};

const card = (event: EventState, linked: LinkedRecords, showing: Showing): Html => html`<li>
<h3><a href="${addressOf(showing.baseUrl, event)}">${pageTitle(event, showing)}</a></h3>
<p class="soft">${eventTimes(event, showing)}</p>
${placesOf(event, linked)}</li>
`;

/** Events of a list. */
export const eventCards = (events: readonly EventState[], linked: LinkedRecords, showing: Showing): Html =>
  html`<ul class="cards">
${events.map((event) => card(event, linked, showing))}</ul>`;
