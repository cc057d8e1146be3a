import {
  calendarInterface,
  type Html,
  html,
  type Page,
  type RenderContext,
  trusted,
  webAddress,
  withProviderCards,
} from '@almanac/pages';
import { addressOf } from '../addresses.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import { picturedTexts } from '../content-items/picturedTexts.ts';
import { type ImageView, imageViews } from '../images/images.ts';
import { type OrganizerFields, organizerKind } from '../organizers/organizer.ts';
import { personJsonLd } from '../organizers/organizerView.ts';
import { mapAddress, placeText, type VenueFields, type VenueState, venueKind } from '../venues/venue.ts';
import { placeJsonLd } from '../venues/venueView.ts';
import type { PageContext } from '../views/pageContext.ts';
import { pageTitle } from '../views/pageTitle.ts';
import { figure } from '../views/picture.ts';
import { subscribeLine, subscribeLinks } from '../views/subscribe.ts';
import { fact } from './eventFacts.ts';
import { listEvents } from './linkedEvents.ts';
import type { PageKind, RenderedRecord } from './recordPage.ts';

interface Parts {
  readonly plural: 'venues' | 'organizers';
  readonly facts: Html;
  readonly jsonLd: object;
  readonly image: ImageView | undefined;
  /** The filter of the list of events. */
  readonly argument: 'venue' | 'organizer';
}

/** Renders the page of a venue or an organizer: facts, text, and events. */
const renderLinkedPage = async (
  context: PageContext,
  record: ItemState & ItemFields,
  { plural, facts, jsonLd, image, argument }: Parts,
): Promise<RenderedRecord> => {
  const { renderContext } = context;
  const address = addressOf(renderContext.baseUrl, record);
  const texts = await picturedTexts(context.calendar.documents, [record], renderContext.baseUrl);
  await texts.prepare(record);
  const listed = await listEvents(context, { address, filter: { field: plural, contains: [record.id] } });
  const page: Partial<Page> = {
    calendarRoot: `${calendarInterface(renderContext)}events/?${argument}=${record.id}`,
    canonical: listed.address,
    jsonLd: { '@context': 'http://schema.org', ...jsonLd },
    indexed: listed.isFirst,
    image,
    links: subscribeLinks(renderContext, { [argument]: String(record.id) }),
  };
  return {
    main: html`<h1>${pageTitle(record, renderContext)}</h1>
${facts.toString() !== '' && html`<dl class="facts">\n${facts}</dl>\n`}${figure(image)}<div class="content">
${trusted(withProviderCards(texts.content(record), renderContext))}
</div>
${listed.html}
${subscribeLine(renderContext, { [argument]: String(record.id) })}`,
    page,
  };
};

const imagesOf = ({ calendar, request }: PageContext, record: ItemState) =>
  imageViews(calendar.documents, [record], request);

const link = (href: string, text: string): Html => html`<a href="${href}" rel="external noopener">${text}</a>`;

const websiteOf = (given: string): Html | undefined => {
  const address = webAddress(given);
  return address === undefined ? undefined : link(address, address);
};

const telephoneOf = (phone: string): Html | undefined =>
  phone === '' ? undefined : html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>`;

/** Renders a link to a map with the venue; the page itself loads nothing from the map service. */
const mapOf = (venue: VenueState, { site, text }: RenderContext): Html | undefined => {
  const address = mapAddress(venue, site.map_search);
  return venue.showMapLink !== false && address !== '' ? link(address, text('Show on a map')) : undefined;
};

/** The page of a venue. */
export const venuePage: PageKind<VenueFields> = {
  kind: venueKind,
  render: async (context, venue) => {
    const { text } = context.renderContext;
    const images = await imagesOf(context, venue);
    const facts = html`${fact(text('Address'), placeText(venue))}${fact(text('Phone'), telephoneOf(venue.phone))}${fact(
      text('Website'),
      websiteOf(venue.website),
    )}${fact(text('Map'), mapOf(venue, context.renderContext))}`;
    const jsonLd = placeJsonLd(venue, images);
    return renderLinkedPage(context, venue, {
      plural: 'venues',
      argument: 'venue',
      facts,
      jsonLd,
      image: images.get(venue.image),
    });
  },
};

/** The page of an organizer. */
export const organizerPage: PageKind<OrganizerFields> = {
  kind: organizerKind,
  render: async (context, organizer) => {
    const { text } = context.renderContext;
    const { phone, website, email } = organizer;
    const images = await imagesOf(context, organizer);
    const facts = html`${fact(text('Phone'), telephoneOf(phone))}${fact(text('Website'), websiteOf(website))}${fact(
      text('E-mail'),
      email !== '' && html`<a href="mailto:${email}">${email}</a>`,
    )}`;
    const jsonLd = personJsonLd(organizer, images);
    const image = images.get(organizer.image);
    return renderLinkedPage(context, organizer, { plural: 'organizers', argument: 'organizer', facts, jsonLd, image });
  },
};
