import { beginRebuild, listRebuilds } from '@almanac/contracts';
import { principalId } from '@almanac/identity';
import { serviceNames } from '@almanac/manifest';
import { created, pagesOfRecords, type Route, route, text } from '@almanac/rest';
import { askOf, ServiceUnavailableError } from '@almanac/service';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import { pagedArgs, pageOf } from '../../lists.ts';
import type { Misc } from '../../misc.ts';
import { askEvery, firstOf } from './everyService.ts';
import { mayOperate, namespace } from './rights.ts';
import { collectAnswers, noAnswer } from './unanswered.ts';

const rebuildSchema = z
  .strictObject({
    id: z.string().nullable(),
    service: z.string(),
    status: z.enum(['running', 'done', 'failed']).nullable(),
    position: z.int().nullable(),
    last: z.int().nullable(),
    started: z.string().nullable(),
    finished: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Rebuild', description: 'For a service that does not answer, only service and reason are present.' });

type Rebuild = z.infer<typeof rebuildSchema>;

/** Routes that start rebuilds of documents and report their progress (docs/interface/ops.md §6). */
export const rebuildRoutes = (misc: Misc): Route[] => [beginRoute(misc), listRoute(misc), readRoute(misc)];

const beginRoute = (misc: Misc): Route =>
  route({
    namespace,
    path: '/rebuilds',
    methods: ['POST'],
    summary: 'Rebuilds the documents of a service from its log.',
    args: { service: text({ required: true, enum: serviceNames, description: 'The service.' }) },
    answers: { 202: created(rebuildSchema), 409: ['ops_rebuild_running'] },
    permission: mayOperate,
    handle: async ({ args: { service }, principal, apiRoot }) => {
      const send = { requestedBy: principalId(principal) };
      const { body } = await askOf(misc.fetchInternal, beginRebuild, service, { send });
      if (body === undefined) throw new ServiceUnavailableError(service);
      if (body.rebuild === null) throw miscErrors.rebuildRunning();
      const rebuild = shown(service)(body.rebuild);
      const headers = { Location: `${apiRoot}/${namespace}/rebuilds/${rebuild.id}` };
      return { status: 202, body: rebuild, headers, committed: true };
    },
  });

const listRoute = (misc: Misc): Route =>
  route({
    namespace,
    path: '/rebuilds',
    methods: ['GET'],
    summary: 'Lists the rebuilds of the last 30 days, the newest first.',
    args: pagedArgs,
    answers: { 200: pagesOfRecords(rebuildSchema) },
    permission: mayOperate,
    handle: async (request) => {
      const all = collectAnswers<{ readonly rebuilds: readonly Own[] }, Rebuild>(
        await askEvery(misc, listRebuilds, {}),
        ({ rebuilds }, service) => rebuilds.map(shown(service)),
        unanswered(noAnswer(misc, request)),
      );
      return pageOf(
        request,
        all.toSorted((one, other) => String(other.started).localeCompare(String(one.started))),
      );
    },
  });

const readRoute = (misc: Misc): Route =>
  route({
    namespace,
    path: '/rebuilds/{id}',
    methods: ['GET'],
    summary: 'Returns the progress of a rebuild.',
    args: { id: text({ inPath: true, maxLength: 100, description: 'The id of the rebuild.' }) },
    answers: { 200: rebuildSchema, 404: ['ops_rebuild_not_found'] },
    permission: mayOperate,
    handle: async ({ args: { id } }) => {
      const found = firstOf(await askEvery(misc, listRebuilds, {}), ({ rebuilds }) =>
        rebuilds.find((rebuild) => id.endsWith(`-${rebuild.id}`)),
      );
      if (found === undefined || id !== `${found.service}-${found.known.id}`) throw miscErrors.unknownRebuild();
      return { body: shown(found.service)(found.known) };
    },
  });

type Own = ReturnType<typeof listRebuilds.parseAnswer>['rebuilds'][number];

const shown =
  (service: string) =>
  ({ id, ...rebuild }: Own): Rebuild => ({ id: `${service}-${id}`, service, ...rebuild });

const unanswered =
  (reason: string) =>
  (service: string): Rebuild => ({
    id: null,
    service,
    status: null,
    position: null,
    last: null,
    started: null,
    finished: null,
    reason,
  });
