import { addSeconds, isoLocal } from '@almanac/dates';
import { recordVersion } from '@almanac/event-sourcing';
import { mayDelete, mayEdit, mayRead } from '@almanac/identity';
import { type Args, boolean, type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { z } from 'zod';
import type { Calendar } from '../calendar.ts';
import { mayAssign, mayWriteSome } from '../content-items/itemRights.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import { calendarErrors } from '../errors.ts';
import { type EventState, eventKind, events } from '../events/event.ts';
import type { EventValues } from '../events/eventValues.ts';
import type { EventWrites } from '../events/eventWrites.ts';
import { type SeriesState, seriesAggregate, seriesCollection } from '../events/seriesAggregate.ts';
import { unmarkedIdArgs } from '../requestArgs.ts';
import { withOwnNames } from './kinds.ts';
import { NAMESPACE } from './namespace.ts';

const texts = z.array(z.string());

/** A series (docs/interface/series.md §4). */
const seriesSchema = z
  .strictObject({
    id: z.int(),
    title: z.strictObject({ rendered: z.string() }),
    status: z.string(),
    language: z.string(),
    author: z.int(),
    timezone: z.string(),
    all_day: z.boolean(),
    start_date: z.string(),
    end_date: z.string(),
    recurrence: z.strictObject({ rules: texts, rdates: texts, exdates: texts }),
    count: z.int(),
    event: z.int().nullable(),
    translations: z.record(z.string(), z.int()).optional(),
  })
  .meta({ id: 'CalxSeries' });

export const missingSeries = ['rest-series-not-found'];

const seriesView = (series: SeriesState) => {
  const { id, status, language, timezone, allDay, recurrence, occurrences, shared, from, length } = series;
  const [first] = occurrences;
  return {
    id,
    title: { rendered: renderedTitle(shared.title) },
    status,
    language,
    author: shared.author,
    timezone,
    all_day: allDay,
    start_date: isoLocal(from),
    end_date: isoLocal(addSeconds(from, length / 1000)),
    recurrence,
    count: occurrences.length,
    event: first?.[1] ?? null,
  };
};

/** Returns the member that names the series of a translation group by their languages; none without translations. */
const translationsMember = async ({ documents }: Pick<Calendar, 'documents'>, series: SeriesState) => {
  const original =
    series.translates === null ? series : (await documents.get<SeriesState>(seriesCollection, series.translates))?.body;
  if (!original || Object.keys(original.translations).length === 0) return {};
  return { translations: { [original.language]: original.id, ...original.translations } };
};

const answerOf = async (calendar: Pick<Calendar, 'documents'>, series: SeriesState): Promise<RestResponse> => ({
  body: { ...seriesView(series), ...(await translationsMember(calendar, series)) },
  version: recordVersion(seriesAggregate, series),
});

type Naming = Pick<RestRequest<unknown>, 'captures'>;

const namedSeries = async (
  { documents }: Pick<Calendar, 'documents'>,
  { captures }: Naming,
): Promise<SeriesState | undefined> => {
  const series = (await documents.get<SeriesState>(seriesCollection, Number(captures.id)))?.body ?? undefined;
  return series?.deleted === false ? series : undefined;
};

/** @throws DomainError 404 */
export const requireSeries = async (calendar: Pick<Calendar, 'documents'>, request: Naming): Promise<SeriesState> => {
  const series = await namedSeries(calendar, request);
  if (series === undefined) throw calendarErrors.unknownSeries({ params: { id: request.captures.id ?? '' } });
  return series;
};

const guarded = ({ shared: { author }, status }: SeriesState) => ({ author, status });

/** Returns the first occurrence that still exists. @throws DomainError 404 */
const firstOccurrence = async ({ documents }: Calendar, series: SeriesState): Promise<EventState> => {
  const ids = series.occurrences.map(([, id]) => id);
  const [first] = await documents.getMany<EventState>(events, ids);
  if (first === undefined) throw calendarErrors.unknownSeries({ params: { id: String(series.id) } });
  return first;
};

/** The parts of the routes of events that those of series share. */
interface EventParts {
  readonly changeArgs: Args;
  valuesOf(args: object): EventValues;
  readonly writes: EventWrites;
  readonly names: Readonly<Record<string, string>>;
}

export const seriesPermissions = (calendar: Calendar) => ({
  read: async (request: RestRequest<unknown>): Promise<boolean> => {
    const series = await namedSeries(calendar, request);
    return series === undefined || mayRead(request.principal, eventKind.type, guarded(series));
  },
  write: async (request: RestRequest<unknown>, author: number | undefined): Promise<boolean> => {
    const { principal } = request;
    const series = await namedSeries(calendar, request);
    if (series === undefined) return mayWriteSome(principal, eventKind, 'edit');
    if (!mayEdit(principal, eventKind.type, guarded(series))) return false;
    return mayAssign(principal, eventKind, author, series.shared.author);
  },
  remove: async (request: RestRequest<unknown>): Promise<boolean> => {
    const series = await namedSeries(calendar, request);
    if (series === undefined) return mayWriteSome(request.principal, eventKind, 'delete');
    return mayDelete(request.principal, eventKind.type, guarded(series));
  },
});

/** Returns the routes of `/calx/v1/series` (docs/interface/series.md §4). */
export const seriesRoutes = (calendar: Calendar, { changeArgs, valuesOf, writes, names }: EventParts): Route[] => {
  const { read, write, remove } = seriesPermissions(calendar);
  const shared = { namespace: NAMESPACE, path: '/series/{id:\\d+}' } as const;
  return [
    route({
      ...shared,
      methods: ['GET'],
      summary: 'Reads a series of events.',
      args: unmarkedIdArgs,
      answers: { 200: seriesSchema, 404: missingSeries },
      permission: read,
      handle: async (request) => answerOf(calendar, await requireSeries(calendar, request)),
    }),
    route({
      ...shared,
      methods: ['PUT', 'PATCH'],
      summary: 'Changes all occurrences of a series.',
      args: { ...unmarkedIdArgs, ...changeArgs },
      answers: { 200: seriesSchema, 404: missingSeries },
      permission: (request) => write(request, valuesOf(request.args).author),
      handle: (request) =>
        withOwnNames(names, async () => {
          const series = await requireSeries(calendar, request);
          const { ifMatch, ...unconditional } = request;
          const args = { ...valuesOf(request.args), scope: 'all' as const };
          await writes.change({ ...unconditional, args }, await firstOccurrence(calendar, series), ifMatch);
          return answerOf(calendar, await requireSeries(calendar, request));
        }),
    }),
    route({
      ...shared,
      methods: ['DELETE'],
      summary: 'Moves all occurrences of a series to the trash, or deletes them.',
      args: {
        ...unmarkedIdArgs,
        force: boolean({ description: 'Deletes the occurrences permanently.', default: false }),
      },
      answers: { 200: z.array(z.never()).max(0), 404: missingSeries },
      permission: remove,
      handle: async (request) => {
        const series = await requireSeries(calendar, request);
        const { ifMatch, ...unconditional } = request;
        const { force } = request.args;
        const options = { scope: 'all', force, condition: ifMatch } as const;
        await writes.remove(unconditional, await firstOccurrence(calendar, series), options);
        return { body: [] };
      },
    }),
  ];
};
