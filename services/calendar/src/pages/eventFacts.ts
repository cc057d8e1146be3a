import { type Html, html, inline, joined, listOf, type RenderContext, webAddress } from '@almanac/pages';
import { addressOf } from '../addresses.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import type { EventState } from '../events/event.ts';
import { type RelatedRecords, unprotectedItems } from '../events/relatedRecords.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import { tagTaxonomy } from '../terms/tagCopies.ts';
import type { Taxonomy, Term } from '../terms/term.ts';
import { mapAddress, placeText } from '../venues/venue.ts';
import { costText } from '../views/costText.ts';
import { eventTimes } from '../views/eventTimes.ts';
import type { PageContext } from '../views/pageContext.ts';
import { termPaths } from './termAddresses.ts';

/** Renders a line of a list of facts; undefined without a value. */
export const fact = (label: string, value: Html | string | undefined | false): Html | undefined =>
  value === undefined || value === false || value === '' ? undefined : html`<dt>${label}</dt><dd>${value}</dd>\n`;

/** Renders a link to the page of a venue or an organizer; its name if it has no page. */
const linkTo = (record: ItemState, { baseUrl }: RenderContext): Html => {
  const name = inline(renderedTitle(record.title));
  return record.path === null ? name : html`<a href="${addressOf(baseUrl, record)}">${name}</a>`;
};

const venuesOf = (event: EventState, related: RelatedRecords, renderContext: RenderContext): Html | undefined => {
  const places = unprotectedItems(event.venues, related.venues).map((venue) => {
    const place = placeText(venue);
    const map =
      venue.showMapLink !== false || event.showMapLink !== false
        ? mapAddress(venue, renderContext.site.map_search)
        : '';
    const mapLink =
      map !== '' && html`<br><a href="${map}" rel="external noopener">${renderContext.text('Show on a map')}</a>`;
    return html`${linkTo(venue, renderContext)}${place !== '' && html`<br><span class="soft">${place}</span>`}${mapLink}`;
  });
  return places.length === 0 ? undefined : joined(places, html`<br>`);
};

const organizersOf = (event: EventState, related: RelatedRecords, renderContext: RenderContext): Html | undefined => {
  const links = unprotectedItems(event.organizers, related.organizers).map((organizer) =>
    linkTo(organizer, renderContext),
  );
  return links.length === 0 ? undefined : listOf(links, renderContext);
};

const termsOf = async (
  { calendar, renderContext }: PageContext,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<Html | undefined> => {
  if (ids.length === 0) return undefined;
  const { documents } = calendar;
  const terms = await documents.getMany<Term>(taxonomy.collection, ids);
  const paths = await termPaths(calendar, taxonomy, terms);
  return listOf(
    terms.map((term) => html`<a href="${renderContext.baseUrl}${paths.get(term.id)}">${inline(term.name)}</a>`),
    renderContext,
  );
};

/** Renders the facts of an event: time, venues, organizers, cost, website and terms. */
export const eventFacts = async (context: PageContext, event: EventState, related: RelatedRecords): Promise<Html> => {
  const { renderContext } = context;
  const { text } = renderContext;
  const website = event.website === null ? undefined : webAddress(event.website);
  return html`<dl class="facts">
${fact(text('When'), eventTimes(event, renderContext))}${fact(text('Where'), venuesOf(event, related, renderContext))}${fact(
  text('Organizer'),
  organizersOf(event, related, renderContext),
)}${fact(text('Cost'), costText(context, event))}${fact(
  text('Website'),
  website && html`<a href="${website}" rel="external noopener">${website}</a>`,
)}${fact(text('Categories'), await termsOf(context, categoryTaxonomy, event.categories))}${fact(
  text('Tags'),
  await termsOf(context, tagTaxonomy, event.tags),
)}</dl>`;
};
