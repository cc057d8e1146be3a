import { type I18nMember, schemasOf, viewOf } from '@almanac/content-model';
import { dateDetails, zoneAbbreviation } from '@almanac/dates';
import { createComposer } from '@almanac/rest';
import { escapeHtml } from '@almanac/text';
import { addressOf, restAddress } from '../addresses.ts';
import { globalId, publicationMembers } from '../content-items/itemView.ts';
import type { PicturedTexts } from '../content-items/picturedTexts.ts';
import { renderedContent, renderedExcerpt, renderedTitle } from '../content-items/renderedTexts.ts';
import type { ImageView } from '../images/images.ts';
import { emptyValueFor } from '../linked-items/linkedView.ts';
import { type Display, rememberViews } from '../rememberViews.ts';
import { type Currency, costValues, displayCost } from './cost.ts';
import type { EventState } from './event.ts';
import { eventFields } from './eventFields.ts';
import { seriesMember } from './seriesMember.ts';

/** The views of other records within an event's view. */
export interface RelatedViews {
  readonly categories: readonly object[];
  readonly tags: readonly object[];
  readonly venues: readonly object[];
  readonly organizers: readonly object[];
  readonly image: ImageView | undefined;
  /** The displayed texts that name pictures. */
  readonly texts: ReturnType<PicturedTexts['members']>;
}

export interface EventDisplay extends Display {
  readonly currency: Currency;
}

/** The parts of an event's view that depend on more than the event. */
export interface EventParts extends RelatedViews {
  /** The import name; undefined if the event has none, or the caller does not see it. */
  readonly importUid: string | undefined;
  readonly i18n: I18nMember;
}

const composed = createComposer<Readonly<Record<string, unknown>>>();

/** Returns the view of an event (docs/interface/calendar.md §5.1). */
export const eventRecord = (
  event: EventState,
  parts: EventParts,
  display: EventDisplay,
): Readonly<Record<string, unknown>> => {
  const members = eventMembers(event, display);
  const { texts, image, categories, tags, venues, organizers, importUid, i18n } = parts;
  const single = [members, texts.description, texts.excerpt, image, importUid, i18n];
  const lists = [categories, tags, venues, organizers].flatMap((views) => [views.length, ...views]);
  return composed(event, [...single, ...lists], () => composedRecord(members, parts));
};

const composedRecord = (
  members: Readonly<Record<string, unknown>>,
  related: EventParts,
): Readonly<Record<string, unknown>> => ({
  ...members,
  ...related.texts,
  image: related.image ?? false,
  categories: related.categories,
  tags: related.tags,
  venue: related.venues.length === 1 ? related.venues[0] : related.venues,
  organizer: related.organizers,
  custom_fields: [],
  ...(related.importUid !== undefined && { import_uid: related.importUid }),
  i18n: related.i18n,
});

/** Returns the members of the view that do not depend on other records; they are cached. */
export const eventMembers = rememberViews((event: EventState, display: EventDisplay) => ({
  id: event.id,
  global_id: globalId(display, event.id),
  global_id_lineage: [globalId(display, event.id)],
  ...publicationMembers(event, display),
  rest_url: restAddress(display, `/events/${event.id}`),
  title: renderedTitle(event.title),
  description: renderedContent(event.content),
  excerpt: renderedExcerpt(event.excerpt),
  slug: event.slug,
  image: false,
  all_day: event.allDay,
  ...scheduleMembers(event),
  ...costMembers(event, display),
  ...ownMembers(event),
  show_map: event.showMap ?? true,
  show_map_link: event.showMapLink ?? true,
  ...seriesMember(event),
  website: event.website === null ? addressOf(display.site, event) : escapeHtml(event.website),
}));

const ownMembers = viewOf(eventFields, 'v1');

const scheduleMembers = ({ start, end, startUtc, endUtc, timezone }: EventState) => ({
  start_date: start,
  start_date_details: dateDetails(start),
  end_date: end,
  end_date_details: dateDetails(end),
  utc_start_date: startUtc,
  utc_start_date_details: dateDetails(startUtc),
  utc_end_date: endUtc,
  utc_end_date_details: dateDetails(endUtc),
  timezone,
  timezone_abbr: zoneAbbreviation(timezone, startUtc),
});

const costMembers = ({ cost }: EventState, { currency }: EventDisplay) => ({
  cost: escapeHtml(displayCost(cost, currency)),
  cost_details: {
    currency_symbol: cost.symbol,
    currency_code: cost.code,
    currency_position: cost.position,
    values: costValues(cost),
  },
});

const OWN_NAMES = Object.keys(schemasOf(eventFields, 'v1'));

const blanked = {
  description: '',
  excerpt: '',
  cost: '',
  image: false,
  all_day: null,
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: [],
};

/** Blanks the protected members of a view. */
export const maskEvent = (view: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { json_ld: _, import_uid: __, ...rest } = view;
  const own = OWN_NAMES.map((name) => [name, emptyValueFor(view[name])]);
  return { ...rest, ...Object.fromEntries(own), ...blanked };
};
