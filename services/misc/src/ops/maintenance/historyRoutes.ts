import { nameRecords, readPersonOfCore, readRecordHistory } from '@almanac/contracts';
import { can, type Principal } from '@almanac/identity';
import { integer, pagesOfRecords, type RestRequest, type Route, route, text } from '@almanac/rest';
import { askInternal, askOf } from '@almanac/service';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import { pagedArgs, pagingOf, windowOf } from '../../lists.ts';
import type { Misc } from '../../misc.ts';
import { askEvery, firstOf } from './everyService.ts';
import { restoreRecord } from './restoreRecord.ts';
import { namespace } from './rights.ts';

const USER = /^user:(\d+)$/;

/** Returns the names of principals that are existing users: operators see logins, other users see public names. */
const namesOf = async (
  { fetchInternal }: Pick<Misc, 'fetchInternal'>,
  caller: Principal,
  principals: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(principals.flatMap((principal) => USER.exec(principal)?.[1] ?? []))];
  if (!can(caller, 'manage_options')) {
    const people = await Promise.all(ids.map((id) => askInternal(fetchInternal, readPersonOfCore, { at: { id } })));
    return new Map(people.flatMap(({ body }) => (body === undefined ? [] : [[`user:${body.id}`, body.name]])));
  }
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

/** Users see and restore the records that they may edit; the service of a record decides (docs/adr/0044). */
const isUser = ({ principal }: Pick<RestRequest, 'principal'>): boolean => principal.kind === 'user';

/** Routes that read a record's history and restore a former version (docs/interface/ops.md §2, §3). */
export const historyRoutes = (misc: Misc): Route[] => [readRoute(misc), restoreRoute(misc)];

const readRoute = (misc: Misc): Route =>
  route({
    namespace,
    path,
    methods: ['GET'],
    summary: 'Returns the history of a record: for each change, who made it, when, and the old and new values.',
    args: { ...recordArgs, ...pagedArgs, per_page: { ...pagedArgs.per_page, default: 20 } },
    answers: { 200: pagesOfRecords(changeSchema), 404: ['ops_record_not_found'] },
    permission: isUser,
    handle: async (request) => {
      const { kind, id, ...page } = request.args;
      const said = await askEvery(
        misc,
        readRecordHistory,
        { kind, id, ...windowOf(page) },
        { principal: request.principal },
      );
      const found = firstOf(said, ({ history }) => history);
      if (found === undefined) throw miscErrors.unknownRecord();
      const { total, events } = found.known;
      const names = await namesOf(
        misc,
        request.principal,
        events.map(({ principal }) => principal),
      );
      const body = events.map(({ principal, ...event }) => ({
        ...event,
        principal,
        who: names.get(principal) ?? principal,
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
    permission: isUser,
    handle: (request) => restoreRecord(misc, request),
  });
