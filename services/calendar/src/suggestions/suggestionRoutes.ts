import { exists, trashContent } from '@almanac/content-model';
import { isoLocal } from '@almanac/dates';
import { findPage } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import { can, capabilityFor } from '@almanac/identity';
import {
  cappedInteger,
  corePaging,
  integer,
  pagesOfRecords,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  text,
} from '@almanac/rest';
import { z } from 'zod';
import type { Calendar } from '../calendar.ts';
import { contentSite } from '../content-items/itemWriting.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import { listedStatuses } from '../content-items/statuses.ts';
import { calendarErrors } from '../errors.ts';
import { type EventState, event, eventKind, events } from '../events/event.ts';
import { type Suggestion, suggestionDecider, suggestions } from './suggestion.ts';
import { DETAILS_LIFETIME_MS, detailsOf } from './suggestionDetails.ts';

const namespace = 'calx/v1';
const ONE = '/suggestions/{id:\\d+}';

/** A suggestion (docs/interface/suggestions.md §3). */
const suggestionSchema = z
  .strictObject({
    id: z.int(),
    title: z.strictObject({ rendered: z.string() }),
    status: z.enum(listedStatuses),
    language: z.string(),
    all_day: z.boolean(),
    start_date: z.string(),
    end_date: z.string(),
    received: z.string(),
    declined: z.boolean(),
    reason: z.string().nullable(),
    place: z.string().nullable(),
    picture: z.string().nullable(),
    contact: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: 'EventSuggestion' });

/** True for callers who may edit the events of others: editors and administrators. */
const mayJudge = ({ principal }: Pick<RestRequest, 'principal'>): boolean =>
  can(principal, capabilityFor('cal_events', 'edit_others'));

const common = { namespace, permission: mayJudge };
const idArg = integer({ inPath: true, description: 'The id of the suggested event.' });
const notFound = { 404: ['suggestion-not-found'] };

/** Returns the routes of `/calx/v1/suggestions` (docs/interface/suggestions.md §3). */
export const suggestionRoutes = (calendar: Calendar): Route[] => [
  listRoute(calendar),
  readRoute(calendar),
  declineRoute(calendar),
];

const viewOf = async (calendar: Calendar, { received, declined }: Suggestion, suggested: EventState) => {
  const { id, title, status, language, allDay, start, end } = suggested;
  const details = await detailsOf(calendar, id);
  return {
    id,
    title: { rendered: renderedTitle(title) },
    status,
    language,
    all_day: allDay,
    start_date: isoLocal(start),
    end_date: isoLocal(end),
    received,
    declined: declined !== null,
    reason: declined,
    place: details?.place ?? null,
    picture: details?.picture || null,
    contact: details === undefined ? null : { name: details.name, email: details.email },
  };
};

/** @throws DomainError 404 */
const answerOf = async (calendar: Calendar, id: number) => {
  const suggestion = (await calendar.documents.get<Suggestion>(suggestions, id))?.body ?? undefined;
  const [suggested] = await calendar.documents.getMany<EventState>(events, [id]);
  if (suggestion === undefined || suggested === undefined) throw calendarErrors.unknownSuggestion();
  return { body: await viewOf(calendar, suggestion, suggested), version: recordVersion(suggestionDecider, suggestion) };
};

/** Returns the suggestions whose details are kept, by their ids. */
const recentSuggestions = async ({ documents, now }: Calendar): Promise<ReadonlyMap<number, Suggestion>> => {
  const after = new Date(now().getTime() - DETAILS_LIFETIME_MS).toISOString();
  const found = await documents.find<Suggestion>(suggestions, { filter: { field: 'received', after } });
  return new Map(found.map((each) => [each.id, each]));
};

const listRoute = (calendar: Calendar): Route =>
  route({
    ...common,
    path: '/suggestions',
    methods: ['GET'],
    summary: 'Lists the suggestions of the last 90 days, newest first.',
    args: {
      page: cappedInteger({ minimum: 1, default: 1, description: 'The page of the list.' }),
      per_page: integer({ minimum: 1, maximum: 100, default: 10, description: 'The number of records per page.' }),
      status: text({ enum: listedStatuses, default: 'pending', description: 'The status of the suggested events.' }),
    },
    answers: { 200: pagesOfRecords(suggestionSchema) },
    handle: async (request): Promise<RestResponse> => {
      const { page, per_page: limit, status } = request.args;
      const recent = await recentSuggestions(calendar);
      const filter = {
        all: [
          { field: 'id', in: [...recent.keys()] },
          { field: 'status', equals: status },
        ],
      };
      const order = [{ field: 'id', direction: 'desc' }] as const;
      const query = { filter, order, limit, offset: (page - 1) * limit };
      const { found, total } = await findPage<EventState>(calendar.documents, events, query);
      const body = await Promise.all(
        found.flatMap((suggested) => {
          const suggestion = recent.get(suggested.id);
          return suggestion === undefined ? [] : [viewOf(calendar, suggestion, suggested)];
        }),
      );
      return { body, headers: corePaging(request, { total, perPage: limit, page }) };
    },
  });

const readRoute = (calendar: Calendar): Route =>
  route({
    ...common,
    path: ONE,
    methods: ['GET'],
    summary: 'Reads a suggestion.',
    args: { id: idArg },
    answers: { 200: suggestionSchema, ...notFound },
    handle: (request) => answerOf(calendar, request.args.id),
  });

const declineRoute = (calendar: Calendar): Route =>
  route({
    ...common,
    path: `${ONE}/decline`,
    methods: ['POST'],
    summary: 'Declines a suggestion: its event moves to the trash.',
    args: {
      id: idArg,
      reason: text({
        maxLength: 1_000,
        default: '',
        description: 'The reason, which the page of the suggestion shows.',
      }),
    },
    answers: { 200: suggestionSchema, ...notFound, 409: ['suggestion-declined', 'suggestion-published'] },
    handle: async (request) => {
      const { id, reason } = request.args;
      const { position } = await request.commands.run(request.context, async (unit) => {
        await unit.expectVersion(suggestionDecider, id, request.ifMatch);
        const suggested = await unit.load(event, id);
        const { version } = await unit.load(suggestionDecider, id);
        if (version === 0 || !exists(suggested)) throw calendarErrors.unknownSuggestion();
        if (suggested.status === 'publish') throw calendarErrors.publishedSuggestion();
        await unit.decide(suggestionDecider, id, { type: 'Decline', reason: reason.trim() }, undefined);
        if (suggested.status !== 'trash') await trashContent(unit, eventKind, contentSite(calendar), id);
      });
      return { ...(await answerOf(calendar, id)), position };
    },
  });
