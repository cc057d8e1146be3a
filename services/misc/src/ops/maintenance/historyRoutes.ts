import { nameRecords, readRecordHistory, restoreWrittenOfMisc } from '@almanac/contracts';
import { contractArgs, integer, pagesOfRecords, type Route, route, text } from '@almanac/rest';
import { askOf } from '@almanac/service';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import { pagedArgs, pagingOf, windowOf } from '../../lists.ts';
import type { Misc } from '../../misc.ts';
import { askEvery, firstOf } from './everyService.ts';
import { restoreRecord } from './restoreRecord.ts';
import { mayOperate, namespace } from './rights.ts';

const USER = /^user:(\d+)$/;

/** Returns the logins of principals that are existing users. */
const loginsOf = async (
  { fetchInternal }: Pick<Misc, 'fetchInternal'>,
  principals: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(principals.flatMap((principal) => USER.exec(principal)?.[1] ?? []))];
  if (ids.length === 0) return new Map();
  const { body } = await askOf(fetchInternal, nameRecords, 'core', { send: { kind: 'user', ids } });
  return new Map(body?.records.flatMap(({ id, name }) => (name === null ? [] : [[`user:${id}`, name]])));
};

const changeSchema = z
  .strictObject({
    version: z.int(),
    at: z.string(),
    type: z.string(),
    who: z.string(),
    principal: z.string(),
    language: z.string(),
    request: z.string(),
    changes: z.array(z.strictObject({ member: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'RecordChange' });

const restoredSchema = z
  .strictObject({
    restored: z.int(),
    version: z.int(),
    warnings: z.array(z.strictObject({ code: z.string(), detail: z.string() })),
  })
  .meta({ id: 'RestoredRecord' });

const path = '/history/{kind}/{id}';

const recordArgs = {
  kind: text({ inPath: true, maxLength: 100, description: 'The kind of the record, such as post, event or venue.' }),
  id: text({ inPath: true, maxLength: 200, description: 'The id of the record.' }),
};

/** Routes that read a record's history and restore a former version (docs/interface/ops.md §2, §3). */
export const historyRoutes = (misc: Misc): Route[] => [readRoute(misc), restoreRoute(misc), restoreWrittenRoute(misc)];

const readRoute = (misc: Misc): Route =>
  route({
    namespace,
    path,
    methods: ['GET'],
    summary: 'Returns the history of a record: for each change, who made it, when, and the old and new values.',
    args: { ...recordArgs, ...pagedArgs, per_page: { ...pagedArgs.per_page, default: 20 } },
    answers: { 200: pagesOfRecords(changeSchema), 404: ['ops_record_not_found'] },
    permission: mayOperate,
    handle: async (request) => {
      const { kind, id, ...page } = request.args;
      const said = await askEvery(misc, readRecordHistory, { kind, id, ...windowOf(page) });
      const found = firstOf(said, ({ history }) => history);
      if (found === undefined) throw miscErrors.unknownRecord();
      const { total, events } = found.known;
      const logins = await loginsOf(
        misc,
        events.map(({ principal }) => principal),
      );
      const body = events.map(({ principal, ...event }) => ({
        ...event,
        principal,
        who: logins.get(principal) ?? principal,
      }));
      return { body, headers: pagingOf(request, total) };
    },
  });

const restoreRoute = (misc: Misc): Route =>
  route({
    namespace,
    path: `${path}/restore`,
    methods: ['POST'],
    summary: 'Reverts a record to an earlier version, as a new change.',
    args: {
      ...recordArgs,
      version: integer({ required: true, minimum: 1, description: 'The version to revert to.' }),
    },
    answers: { 200: restoredSchema, 404: ['ops_record_not_found'], 409: ['ops_not_restorable'] },
    permission: mayOperate,
    handle: (request) => restoreRecord(misc, request),
  });

/** Restores a record for the console. Users may restore what they may edit; the record's service checks this. */
const restoreWrittenRoute = (misc: Misc): Route =>
  route({
    namespace: 'internal',
    path: '/written-records/restore',
    methods: ['POST'],
    summary: restoreWrittenOfMisc.description,
    hidden: true,
    args: contractArgs(restoreWrittenOfMisc),
    permission: ({ principal }) => principal.kind === 'user',
    handle: (request) => restoreRecord(misc, request),
  });
