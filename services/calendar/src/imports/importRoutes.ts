import type { Texts } from '@almanac/i18n';
import { can, userId } from '@almanac/identity';
import { created, type RestRequest, type Route, route } from '@almanac/rest';
import { type Limiter, spendRequest } from '@almanac/service';
import type { Calendar } from '../calendar.ts';
import { calendarErrors } from '../errors.ts';
import { activityView } from './activity.ts';
import { type ImportState, importProgress } from './import.ts';
import { batchArgs, importId, startArgs, stateArgs } from './importArgs.ts';
import { importBatch, importOf } from './importBatch.ts';
import { importDecider, isRepeated, requireNext, requirePending } from './importCommands.ts';
import { batchHash, digestOf, newImportId } from './importHash.ts';
import { importSchema, startedSchema, stateSchema, takenSchema } from './importSchema.ts';

const namespace = 'cal/event-import/v1';

/** Seconds that the outside service leaves between two batches. */
const INTERVAL = 10;
const BATCH_BYTES = 8 * 1024 * 1024;

const mayImport = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'import');

const view = (state: ImportState) => ({ import_id: state.id, ...importProgress(state) });

const startRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: '/import',
    methods: ['POST'],
    summary: 'Starts an import. An outside service then sends events to it.',
    args: startArgs,
    answers: { 201: created(startedSchema) },
    permission: mayImport,
    keepAnswer: false,
    handle: async ({ args, principal, language, commands, context, apiRoot }) => {
      const id = newImportId();
      const hash = batchHash(calendar.secret, id, 0);
      const command = {
        type: 'Start',
        id,
        origin: args.origin.trim(),
        postStatus: args.post_status,
        updateAuthority: args.update_authority,
        language,
        startedBy: userId(principal),
        next: digestOf(hash),
      } as const;
      const { result } = await commands.run(context, (unit) => unit.decide(importDecider, id, command, undefined));
      const headers = { Location: `${apiRoot}/${namespace}/import/${id}` };
      return { status: 201, body: { ...view(result), batch_hash: hash }, headers };
    },
  });

const readRoute = (calendar: Calendar, texts: Texts): Route =>
  route({
    namespace,
    path: '/import/{import_id:\\w+}',
    methods: ['GET'],
    summary: 'Returns the progress of an import.',
    args: { import_id: importId },
    answers: { 200: importSchema, 404: ['import-not-found'] },
    permission: mayImport,
    handle: async ({ args, language }) => {
      const state = await importOf(calendar, args.import_id);
      if (state.version === 0) throw calendarErrors.unknownImport();
      const { messageSlug: message_slug } = state;
      const activity = activityView(state.activity);
      const message = texts.text(state.message, language);
      const errors = state.errors.map((error) => ({ ...error, message: texts.text(error.message, language) }));
      const body = { ...view(state), activity, message, message_slug, errors };
      return { body, headers: { 'Cache-Control': 'no-store' } };
    },
  });

/** Counts an authorized callback; all imports share one limit, since each adds to the log. @throws DomainError 429 */
const spendCallback = (limiter: Limiter): Promise<void> => spendRequest(limiter, 'all');

/** Takes a batch from any caller: id and hash are the credentials (docs/interface/calendar-imports.md §2). */
const batchRoute = (calendar: Calendar, limiter: Limiter): Route =>
  route({
    namespace,
    path: '/import/{import_id:\\w+}/batch',
    methods: ['POST'],
    summary: 'Accepts the next batch of events of an import.',
    bodyLimit: BATCH_BYTES,
    args: batchArgs,
    answers: { 200: takenSchema, 503: ['import-batch-running'] },
    handle: async (request) => {
      const { import_id: id, batch_hash, events, status, percentage_complete: percentage } = request.args;
      const { totalEvents, isLast } = status;
      const progress = { totalEvents, isLast, percentage };
      const name = { hash: digestOf(batch_hash), body: digestOf(JSON.stringify(request.params)) };
      const state = await importOf(calendar, id);
      if (!isRepeated(state, name)) {
        requireNext(state, name);
        await spendCallback(limiter);
      }
      const { activity, next } = await importBatch(calendar, request, { id, name, events, progress });
      return {
        body: {
          status: 'success',
          activity: activityView(activity),
          interval: INTERVAL,
          ...(next !== undefined && { next_batch_hash: next }),
        },
      };
    },
  });

const stateRoute = (calendar: Calendar, limiter: Limiter): Route =>
  route({
    namespace,
    path: '/import/{import_id:\\w+}/state',
    methods: ['POST'],
    summary: 'Records that an import ended or continues.',
    args: stateArgs,
    answers: { 200: stateSchema },
    handle: async ({ args, commands, context }) => {
      const { import_id: id, batch_hash, status, message, message_slug: messageSlug, percentage_complete } = args;
      const hash = digestOf(batch_hash);
      requirePending(await importOf(calendar, id), hash);
      await spendCallback(limiter);
      const command = {
        type: 'SetState',
        hash,
        status,
        message,
        messageSlug,
        percentage: percentage_complete,
      } as const;
      await commands.run(context, (unit) => unit.decide(importDecider, id, command, undefined));
      return { body: { status: 'success' } };
    },
  });

/** Returns the routes of `/cal/event-import/v1`. */
export const importRoutes = (calendar: Calendar, texts: Texts): Route[] => {
  const limiter = calendar.limits('event-import');
  return [
    startRoute(calendar),
    readRoute(calendar, texts),
    batchRoute(calendar, limiter),
    stateRoute(calendar, limiter),
  ];
};
