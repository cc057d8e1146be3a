import { idOfStream } from '@almanac/event-sourcing';
import { type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { remoteRefusals } from '../remote/refusals.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { batchAnswer } from './answers.ts';
import { type Batch, batchDecider, batches } from './batch.ts';
import { jobs } from './job.ts';
import type { Job } from './jobState.ts';
import { viewsOf } from './jobView.ts';
import { sendBatch } from './sendBatch.ts';
import { batchArgs } from './sentBatch.ts';

/** Returns the routes of batches (docs/interface/translation-jobs.md §4). */
export const batchRoutes = (translation: Translation): Route[] => [
  route({
    namespace: 'i18n/tm/v1',
    path: '/batches',
    methods: ['POST'],
    summary: 'Sends content to be translated.',
    args: batchArgs,
    permission: async (request) => (await rightsOf(translation, request)).manages,
    answers: {
      201: batchAnswer,
      404: ['i18n_translator_not_found'],
      409: ['i18n_job_open', ...remoteRefusals[409]],
      422: ['i18n_translator_language_pair', 'i18n_nothing_to_translate'],
      503: remoteRefusals[503],
    },
    handle: async (request) => {
      const { commands, context, args } = request;
      const rights = await rightsOf(translation, request);
      const id = await sendBatch(translation, args, { commands, context, rights });
      return answer(translation, request, id);
    },
    recover: (request, { events }) => {
      const sent = events.find(({ type }) => type === 'BatchSent');
      return answer(translation, request, Number(idOfStream(sent?.stream ?? `${batchDecider.category}-0`)));
    },
  }),
];

const answer = async (
  translation: Translation,
  request: Pick<RestRequest, 'site' | 'apiRoot'>,
  id: number,
): Promise<RestResponse> => {
  const [batch] = await translation.documents.getMany<Batch>(batches, [id]);
  if (batch === undefined) throw new Error(`batch ${id} was sent and has no document`);
  const made = await translation.documents.getMany<Job>(jobs, batch.jobs);
  const { name, deadline, tp_id } = batch;
  const body = { id, name, deadline, tp_id, jobs: await viewsOf(translation, request, made) };
  return { status: 201, body };
};
