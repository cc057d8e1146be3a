import { type Html, html, inline, joined, type Showing, webAddress } from '@almanac/pages';
import { categoryTaxonomy } from '../categories/categoryTaxonomy.ts';
import { displayCost } from '../events/cost.ts';
import type { EventState } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import type { LinkedRecords } from '../events/linkedReader.ts';
import { addressOf } from '../records/address.ts';
import type { RecordState } from '../records/record.ts';
import { shownTitle } from '../records/shownTexts.ts';
import { tagTaxonomy } from '../tags/tagCopies.ts';
import type { Taxonomy, Term } from '../terms/term.ts';
import type { VenueState } from '../venues/venue.ts';
import { eventTimes } from './eventTimes.ts';
import type { PageContext } from './pageContext.ts';
import { termPaths } from './termAddresses.ts';

/** A line of a list of facts; none where there is nothing to say. */
export const fact = (label: string, value: Html | string | undefined | false): Html | undefined =>
  value === undefined || value === false || value === '' ? undefined : html`<dt>${label}</dt><dd>${value}</dd>\n`;

/** A link to the page of a venue or an organizer, or its name where it has none. */
const linkTo = (record: RecordState, { baseUrl }: Showing): Html => {
  const name = inline(shownTitle(record.title));
  return record.path === null ? name : html`<a href="${addressOf(baseUrl, record)}">${name}</a>`;
};

/** The address of a venue in one line. */
export const placeText = ({ address, city, stateProvince, zip, country }: VenueState): string =>
  [address, city, [stateProvince, zip].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

const open = <State extends RecordState>(ids: readonly number[], from: ReadonlyMap<number, State>): State[] =>
  ids.flatMap((id) => {
    const record = from.get(id);
    return record === undefined || record.password !== '' ? [] : [record];
  });

const venuesOf = (event: EventState, linked: LinkedRecords, showing: Showing): Html | undefined => {
  const places = open(event.venues, linked.venues).map((venue) => {
    const place = placeText(venue);
    return html`${linkTo(venue, showing)}${place !== '' && html`<br><span class="soft">${place}</span>`}`;
  });
  return places.length === 0 ? undefined : joined(places, html`<br>`);
};

const organizersOf = (event: EventState, linked: LinkedRecords, showing: Showing): Html | undefined => {
  const links = open(event.organizers, linked.organizers).map((organizer) => linkTo(organizer, showing));
  return links.length === 0 ? undefined : joined(links, ', ');
};

/** The words that stand for nought are the page's, not the record's. */
export const costText = ({ calendar, request, showing }: PageContext, { cost }: EventState): string => {
  const shown = displayCost(cost, eventDisplay(calendar, request).currency);
  return shown.replace(/^Free(?= – |$)/, showing.text('Free'));
};

const termsOf = async (
  { calendar, showing }: PageContext,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<Html | undefined> => {
  if (ids.length === 0) return undefined;
  const { documents, languages } = calendar;
  const terms = await documents.getMany<Term>(taxonomy.collection, ids);
  const paths = await termPaths(documents, taxonomy, { terms, defaultLanguage: languages.defaultLanguage });
  return joined(
    terms.map((term) => html`<a href="${showing.baseUrl}${paths.get(term.id)}">${inline(term.name)}</a>`),
    ', ',
  );
};

/** When, where, by whom, for how much: what one wants to know of an event first. */
export const eventFacts = async (context: PageContext, event: EventState, linked: LinkedRecords): Promise<Html> => {
  const { showing } = context;
  const { text } = showing;
  const website = event.website === null ? undefined : webAddress(event.website);
  return html`<dl class="facts">
${fact(text('When'), eventTimes(event, showing))}${fact(text('Where'), venuesOf(event, linked, showing))}${fact(
  text('Organizer'),
  organizersOf(event, linked, showing),
)}${fact(text('Cost'), costText(context, event))}${fact(
  text('Website'),
  website && html`<a href="${website}" rel="external noopener">${website}</a>`,
)}${fact(text('Categories'), await termsOf(context, categoryTaxonomy, event.categories))}${fact(
  text('Tags'),
  await termsOf(context, tagTaxonomy, event.tags),
)}</dl>`;
};
