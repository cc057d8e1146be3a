import { i18nMembers } from '@almanac/content-model';
import { recordVersion } from '@almanac/event-sourcing';
import type { Principal } from '@almanac/identity';
import { isObject, type RestRequest, type RestResponse, viewsOf } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { isUnlocked, mayEditItem, mayWriteSome } from '../content-items/itemRights.ts';
import { withJsonLd } from '../linked-items/linkedView.ts';
import { personJsonLd } from '../organizers/organizerView.ts';
import { placeJsonLd } from '../venues/venueView.ts';
import { type EventState, eventKind } from './event.ts';
import { eventJsonLd } from './eventJsonLd.ts';
import { type EventDisplay, eventRecord, maskEvent } from './eventView.ts';
import { type RelatedRecords, readRelated, unprotectedItems } from './relatedRecords.ts';
import { withSeriesDetails } from './seriesDetails.ts';

type Asking = Pick<RestRequest, 'principal' | 'site' | 'apiRoot'>;

export const eventDisplay = ({ settings, views }: Calendar, request: Asking): EventDisplay => {
  const current = settings.current();
  return {
    views,
    site: request.site,
    apiRoot: request.apiRoot,
    settings: current,
    currency: { symbol: current.currency_symbol, position: current.currency_position },
  };
};

interface RenderedEvent {
  readonly event: EventState;
  readonly body: Readonly<Record<string, unknown>>;
  readonly related: RelatedRecords;
}

const render = async (calendar: Calendar, request: Asking, events: readonly EventState[]): Promise<RenderedEvent[]> => {
  const { documents } = calendar;
  const { principal } = request;
  const display = eventDisplay(calendar, request);
  const related = await readRelated({ documents, principal, display }, events);
  const i18n = await i18nMembers(documents, 'event', events, mayWriteSome(principal, eventKind, 'edit'));
  const bodies = await viewsOf(events, async (event) => {
    await related.texts.prepare(event);
    const parts = { ...related.of(event), importUid: importUidFor(principal, event), i18n: i18n(event) };
    return eventRecord(event, parts, display);
  });
  return events.map((event, place) => ({ event, related, body: bodies[place] ?? {} }));
};

/** Returns the import name, for callers who may edit the event (docs/interface/calendar.md §16). */
const importUidFor = (principal: Principal, event: EventState): string | undefined =>
  event.importUid !== null && mayEditItem(principal, eventKind, event) ? event.importUid : undefined;

/** Returns the views of a list; protected events are blanked unless the password is right. */
export const listedEvents = async (
  calendar: Calendar,
  request: Asking,
  events: readonly EventState[],
  password: string | undefined,
): Promise<object[]> => {
  const rendered = await render(calendar, request, events);
  return rendered.map(({ body, event }) => (isUnlocked(event, password) ? body : maskEvent(body)));
};

/** Returns the answer about one event, after a change or a read. */
export const eventAnswer = async (
  calendar: Calendar,
  request: Asking,
  event: EventState,
  { jsonLd = false, status = 200 }: { readonly jsonLd?: boolean; readonly status?: number } = {},
): Promise<RestResponse> => {
  const [{ body, related } = { body: {}, related: undefined }] = await render(calendar, request, [event]);
  const added = jsonLd &&
    related !== undefined && {
      ...structuredLinks(body, related),
      json_ld: structuredEvent(calendar, request, event, related),
    };
  return {
    status,
    body: await withSeriesDetails(calendar, event, { ...body, ...added }),
    version: recordVersion(eventKind.aggregate, event),
  };
};

/** Adds structured data to the venues and organizers of an event, except protected ones. */
const structuredLinks = (
  { venue, organizer }: RenderedEvent['body'],
  { venues, organizers, images }: RelatedRecords,
) => {
  return {
    venue: structured(venue, venues, (state) => placeJsonLd(state, images)),
    organizer: structured(organizer, organizers, (state) => personJsonLd(state, images)),
  };
};

/** Adds structured data to the view of a record, or to a list of views. */
const structured = <State extends { readonly password: string }>(
  view: unknown,
  states: ReadonlyMap<unknown, State>,
  jsonLd: (state: State) => object,
): unknown => {
  if (Array.isArray(view)) return view.map((each) => structured(each, states, jsonLd));
  if (!isObject(view)) return view;
  const state = states.get(view.id);
  return state?.password === '' ? withJsonLd(view, jsonLd(state)) : view;
};

/** Returns the structured data of an event, with its venue and organizer if they are public. */
export const structuredEvent = (
  calendar: Calendar,
  request: Asking,
  event: EventState,
  related: RelatedRecords,
): object => {
  const display = eventDisplay(calendar, request);
  const { zone_mode: zoneMode, currency_code: currencyCode } = display.settings;
  return eventJsonLd(
    event,
    {
      venue: unprotectedItems(event.venues, related.venues)[0],
      organizer: unprotectedItems(event.organizers, related.organizers)[0],
      images: related.images,
    },
    { ...display, zoneMode, currencyCode },
  );
};
