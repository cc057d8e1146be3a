import { minorEditArg } from '@almanac/content-model';
import {
  forUpdate,
  invalid,
  invalidParams,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  type Values,
  viewsOf,
} from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { refusals } from '../content-items/itemFields.ts';
import { requireNamed } from '../content-items/itemLookup.ts';
import { itemPermissions } from '../content-items/itemRights.ts';
import { collapsedList, withMore } from '../events/collapsedSeries.ts';
import { type EventFields, eventKind } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import { eventArgs as firstGeneration } from '../events/eventArgs.ts';
import { eventQuery } from '../events/eventQuery.ts';
import type { EventValues } from '../events/eventValues.ts';
import type { EventWrites } from '../events/eventWrites.ts';
import { recurrenceArg, type Scope, scopeArg, scopes, translatedScopeArg } from '../events/recurrenceArg.ts';
import { withSeriesDetails } from '../events/seriesDetails.ts';
import { translationArgs, unmarkedIdArgs, withoutUndefined } from '../requestArgs.ts';
import { recordAnswer } from './answers.ts';
import { eventView } from './eventView.ts';
import { type CalxKind, withOwnNames } from './kinds.ts';
import { eventListArgs } from './listArgs.ts';
import { masked } from './masking.ts';
import { NAMESPACE, NOTHING_FOUND } from './namespace.ts';
import { type ListQuery, listDeclaration, listPage, readRoute } from './readRoutes.ts';
import { commonArgs, ownEventArgs } from './recordArgs.ts';
import { prepareRecord } from './recordView.ts';
import { removeRoute } from './removeRoute.ts';
import { eventSchema, publishedSchemas, recordAnswers } from './schemas.ts';
import { namesInCalx, utcText, valuesInV1, withoutUnchangedArgs } from './sentValues.ts';
import { missingSeries, requireSeries, seriesPermissions, seriesRoutes } from './seriesRoutes.ts';
import { readSurroundings } from './surroundings.ts';

const eventArgs = { ...commonArgs, ...ownEventArgs };
const createArgs = { ...eventArgs, ...translationArgs, recurrence: recurrenceArg, scope: translatedScopeArg };

type EventArgs = { readonly scope?: Scope | undefined } & {
  readonly [Name in Exclude<keyof Values<typeof createArgs>, 'scope'>]?: Values<typeof createArgs>[Name] | undefined;
};

const calxEvents: CalxKind<EventFields> = {
  kind: eventKind,
  args: eventArgs,
  answers: recordAnswers(eventKind, eventSchema),
  schemas: publishedSchemas(eventKind, eventSchema),
  summaries: {
    list: 'Lists events.',
    create: 'Creates an event.',
    read: 'Reads an event.',
    change: 'Changes an event.',
    remove: 'Moves an event to the trash, or deletes it.',
  },
  views: async (calendar, request, states) => {
    const { documents, now } = calendar;
    const around = await readSurroundings({ documents, principal: request.principal, site: request.site }, states);
    const presentation = { display: eventDisplay(calendar, request), language: request.language, now: now() };
    return viewsOf(states, async (event) => {
      await prepareRecord(event, around.texts);
      return eventView(event, around, presentation);
    });
  },
  details: withSeriesDetails,
  mask: masked,
};

const changeArgs = { ...forUpdate(eventArgs), ...minorEditArg, recurrence: recurrenceArg, scope: scopeArg };

const { scope: _, ...withoutScope } = changeArgs;

const { website, show_map, show_map_link, hide_from_listings } = firstGeneration;
const { currency_symbol, currency_position, currency_code } = firstGeneration;

/** Arguments of `cal/events/v1` that `calx/v1` lacks; a series has its other arguments alone from here. */
const seriesArgs = forUpdate({
  ...{ website, show_map, show_map_link, hide_from_listings },
  ...{ currency_symbol, currency_position, currency_code },
});

type SeriesArgs = Partial<Values<typeof seriesArgs>>;

const seriesValues = (args: EventArgs & SeriesArgs, calendar: Calendar): EventValues => ({
  ...eventValues(args, calendar),
  ...withoutUndefined<EventValues>({
    website: args.website,
    show_map: args.show_map,
    show_map_link: args.show_map_link,
    hide_from_listings: args.hide_from_listings,
    currency_symbol: args.currency_symbol,
    currency_position: args.currency_position,
    currency_code: args.currency_code,
  }),
});

const scopeOf = (sent: unknown): Scope => scopes.find((scope) => scope === sent) ?? 'this';

/** @throws DomainError 400 for a duration of 0 that would be the event's: clients send one back with its end */
const refuseNoDuration = ({ duration, end_date, end_date_utc }: EventArgs): void => {
  if (duration !== 0 || end_date !== undefined || end_date_utc !== undefined) return;
  throw invalidParams({ duration: invalid('{name} must be at least {minimum}.', refusals.positive, { minimum: 1 }) });
};

/** Returns the sent values of an event by their names in `cal/events/v1`. */
const eventValues = (args: EventArgs, calendar: Calendar): EventValues => ({
  ...valuesInV1(eventKind, args, calendar),
  ...withoutUndefined<EventValues>({
    start_date: args.start_date ?? (args.start_date_utc && utcText(args.start_date_utc)),
    end_date: args.end_date ?? (args.end_date_utc && utcText(args.end_date_utc)),
    duration: args.duration,
    timezone: args.timezone,
    all_day: args.all_day,
    cost: args.cost,
    recurrence: args.recurrence,
    scope: args.scope,
  }),
});

const names = namesInCalx(eventKind);

const createRoute = (calendar: Calendar, writes: EventWrites): Route =>
  route({
    namespace: NAMESPACE,
    path: '/events',
    methods: ['POST'],
    summary: calxEvents.summaries.create,
    args: createArgs,
    answers: calxEvents.answers.create,
    permission: itemPermissions(calendar.documents, eventKind).create,
    handle: (request) =>
      withOwnNames(names, async () => {
        refuseNoDuration(request.args);
        const args = eventValues(request.args, calendar);
        const state = await writes.create({ ...request, args });
        return recordAnswer(calendar, request, calxEvents, { state, status: 201 });
      }),
    recover: async (request, commit) => {
      const state = await writes.recover(request, commit);
      return recordAnswer(calendar, request, calxEvents, { state, status: 201 });
    },
  });

const changeRoute = (calendar: Calendar, writes: EventWrites): Route =>
  route({
    namespace: NAMESPACE,
    path: '/events/{id:\\d+}',
    methods: ['PUT', 'PATCH'],
    summary: calxEvents.summaries.change,
    args: { ...unmarkedIdArgs, ...changeArgs },
    answers: calxEvents.answers.change,
    permission: itemPermissions(calendar.documents, eventKind).update,
    handle: (request) =>
      withOwnNames(names, async () => {
        const before = await requireNamed(calendar.documents, eventKind, request);
        const asked = await withoutUnchangedArgs(calendar, calxEvents, request, { state: before });
        refuseNoDuration(request.args);
        const args = eventValues(asked.args, calendar);
        const state = await writes.change({ ...asked, args }, before);
        return recordAnswer(calendar, request, calxEvents, { state });
      }),
  });

type ListRequest = RestRequest<Values<ReturnType<typeof eventListArgs>>>;

/** Returns the query, with exact bounds and hidden events (docs/interface/calendar-second-generation.md §4.1). */
const queryOf = async (calendar: Calendar, request: ListRequest): Promise<ListQuery> => {
  const { orderby, order, post_parent, ...args } = request.args;
  const query = await eventQuery(calendar, { ...request, args: { ...args, strict_dates: true }, withHidden: true });
  const direction = order === 'ASC' ? 'asc' : 'desc';
  const [byStart = { field: 'start' }] = query.order;
  const field = orderby === 'event_date' ? byStart.field : fields[orderby];
  // events have no parent
  const below = post_parent === undefined || post_parent === 0 ? [] : [{ any: [] }];
  return { filter: { all: [query.filter, ...below] }, order: [{ field, direction }] };
};

/** The fields by which events are ordered; `menu_order` is the same for all of them. */
const fields = { date: 'dateUtc', title: 'sortTitle', menu_order: 'id', modified: 'modifiedUtc' } as const;

/** Returns a page of events, with only the next occurrence of each series if the request asks so. */
const eventPage = async (calendar: Calendar, request: ListRequest): Promise<RestResponse> => {
  const query = await queryOf(calendar, request);
  if (!request.args.collapse_series) return listPage(calendar, calxEvents, request, query);
  const collapsed = await collapsedList(calendar.documents, query.filter);
  const { order } = query;
  const page = await listPage(calendar, calxEvents, request, { order, filter: collapsed.filter });
  return { ...page, body: Array.isArray(page.body) ? withMore(page.body, collapsed) : page.body };
};

const listRoute = (calendar: Calendar): Route =>
  route({
    ...listDeclaration(calxEvents),
    args: eventListArgs(() => calendar.settings.current().posts_per_page),
    handle: (request) => eventPage(calendar, request),
  });

const occurrencesRoute = (calendar: Calendar): Route =>
  route({
    namespace: NAMESPACE,
    path: '/series/{id:\\d+}/occurrences',
    methods: ['GET'],
    summary: 'Lists the occurrences of a series.',
    args: { ...unmarkedIdArgs, ...eventListArgs(() => calendar.settings.current().posts_per_page) },
    answers: { ...calxEvents.answers.list, 404: [...missingSeries, ...calxEvents.answers.list[404]] },
    refusedWith: NOTHING_FOUND,
    permission: seriesPermissions(calendar).read,
    handle: async (request) => {
      const { id: series } = await requireSeries(calendar, request);
      return eventPage(calendar, { ...request, args: { ...request.args, series } });
    },
  });

/** Returns the routes of `/calx/v1/events`. */
export const calxEventRoutes = (calendar: Calendar, writes: EventWrites): Route[] => [
  listRoute(calendar),
  createRoute(calendar, writes),
  readRoute(calendar, calxEvents),
  changeRoute(calendar, writes),
  removeRoute(calendar, calxEvents, {
    args: { scope: scopeArg },
    remove: async (request, force) => {
      const event = await requireNamed(calendar.documents, eventKind, request);
      return writes.remove(request, event, { scope: scopeOf(request.args.scope), force });
    },
  }),
  ...seriesRoutes(calendar, {
    changeArgs: { ...withoutScope, ...seriesArgs },
    valuesOf: (args: object) => seriesValues(args, calendar),
    writes,
    names,
  }),
  occurrencesRoute(calendar),
];
