import type { Filter } from '@almanac/documents';
import { type Route, rawValue, route } from '@almanac/rest';
import { z } from 'zod';
import { translationErrors } from '../errors.ts';
import { type Batch, batches } from '../jobs/batch.ts';
import { jobs } from '../jobs/job.ts';
import { status } from '../jobs/statuses.ts';
import { remoteRefusals } from '../remote/refusals.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { readBatches } from './agencyArgs.ts';
import { recordAgencyState } from './agencyJobs.ts';
import { openJobsByNumber } from './openOutside.ts';

const namespace = 'i18n/tm/v1';

const progressAnswer = z.strictObject({ total: z.int(), done: z.int(), failed: z.int(), running: z.int() });

/** Returns the routes of batches at the agency (docs/interface/translation-engine.md §7). */
export const agencyBatchRoutes = (translation: Translation): Route[] => [
  syncRoute(translation),
  statusRoute(translation),
];

const syncRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/tp/batches/sync',
    methods: ['POST'],
    summary: 'Asks the agency to check batches again.',
    args: {
      batchId: rawValue({
        required: true,
        description: 'The id of a batch, or a list of ids: all of this site, or all of the agency.',
        words: { type: 'array' },
      }),
    },
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: { 200: z.array(z.int()), 404: ['i18n_batch_not_found'], 422: ['i18n_batch_invalid'], ...remoteRefusals },
    handle: async ({ args, context }) => {
      const asked = readBatches(args.batchId);
      const named = await namedBatches(translation, asked);
      if (named.size === 0) return { body: [] };
      const said = await (await requireRemote(translation)).agency.refresh([...named.values()]);
      const numbers = said.map(({ id }) => id);
      const open = new Map(
        (await openJobsByNumber(translation, 'agency', numbers)).map((job) => [job.revision.tp_id, job]),
      );
      for (const news of said) {
        const job = open.get(news.id);
        if (job !== undefined) await recordAgencyState(translation, job, news, context);
      }
      return { body: [...named.keys()], committed: true };
    },
  });

/**
 * Returns the agency's numbers of batches by the number in the request. All numbers are ids of the site, else numbers
 * of the agency. Leaves out batches that the agency has not accepted yet.
 * @throws DomainError 404
 */
const namedBatches = async (
  { documents }: Translation,
  asked: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const ofSite = await documents.getMany<Batch>(batches, asked);
  if (ofSite.length === asked.length)
    return new Map(ofSite.flatMap(({ id, tp_id }) => (tp_id === null ? [] : [[id, tp_id]])));
  const ofAgency = await documents.find<Batch>(batches, {
    filter: { field: 'tp_id', in: asked },
    order: [{ field: 'id', direction: 'asc' }],
    limit: asked.length,
  });
  const known = new Set(ofAgency.map(({ tp_id }) => tp_id));
  if (asked.some((number) => !known.has(number))) throw translationErrors.unknownBatch();
  return new Map(asked.map((number) => [number, number]));
};

const statusRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/tp/batches/status',
    methods: ['GET'],
    summary: 'Counts the jobs that were sent to the agency.',
    args: {},
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: { 200: progressAnswer },
    handle: async () => {
      const [total, done, failed] = await Promise.all([
        countAtAgency(translation),
        countAtAgency(translation, { field: 'revision.status', equals: status.complete }),
        countAtAgency(translation, { not: { field: 'revision.refusal', equals: null } }),
      ]);
      return { body: { total, done, failed, running: total - done - failed } };
    },
  });

const countAtAgency = ({ documents }: Translation, ...more: readonly Filter[]): Promise<number> =>
  documents.count(jobs, {
    all: [{ field: 'listed', equals: true }, { field: 'revision.channel', equals: 'tp' }, ...more],
  });
