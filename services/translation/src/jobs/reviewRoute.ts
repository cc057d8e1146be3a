import type { SourceRecord } from '@almanac/contracts';
import { userId } from '@almanac/identity';
import { type Route, route, text } from '@almanac/rest';
import type { Translation } from '../translation.ts';
import { savedJobAnswer } from './answers.ts';
import { pollUntilFound } from './finishing.ts';
import { jobDecider } from './job.ts';
import { askedJob, mayUseJob } from './jobAccess.ts';
import { jobIdArg, savedAnswer } from './jobRoutes.ts';
import { isPublished, type Revision } from './jobState.ts';
import { readSources } from './sources.ts';

/** Returns the route that reviews automatic translations (docs/interface/translation-jobs.md §8). */
export const reviewRoute = (translation: Translation): Route =>
  route({
    namespace: 'i18n/tm/v1',
    path: '/jobs/{jobId:\\d+}/review',
    methods: ['POST'],
    summary: 'Opens the review of a translation, or accepts it.',
    args: {
      ...jobIdArg,
      action: text({ required: true, enum: ['open', 'accept'] as const, description: 'The action.' }),
    },
    permission: (request) => mayUseJob(translation, request),
    answers: {
      200: savedJobAnswer,
      404: ['i18n_job_not_found'],
      409: ['i18n_job_superseded', 'i18n_job_cancelled', 'i18n_job_bad_transition'],
    },
    handle: async (request) => {
      const { jobId, action } = request.args;
      const { job, revision } = await askedJob(translation, request);
      const type = action === 'open' ? 'OpenReview' : 'AcceptReview';
      const command = { type, jobId, by: userId(request.principal) } as const;
      await request.commands.run(request.context, async (unit) => {
        await unit.expectVersion(jobDecider, job.id, request.ifMatch);
        await unit.decide(jobDecider, job.id, command, undefined);
      });
      if (action === 'accept' && revision.written?.held && isPublished(revision.element_status))
        await becomesPublic(translation, revision);
      return savedAnswer(translation, request, { jobId, complete: false });
    },
    recover: (request) => savedAnswer(translation, request, { jobId: request.args.jobId, complete: false }),
  });

/** Waits until the owner has published the version under review: the reviewer opens it next. */
const becomesPublic = async ({ fetchInternal }: Translation, { element, written }: Revision): Promise<void> => {
  const version = { type: element.type, id: written?.version ?? 0 };
  const isHeld = (record: SourceRecord | null | undefined) => record?.status === 'draft';
  await pollUntilFound(async () => {
    const [record] = await readSources(fetchInternal, [version]);
    return isHeld(record) ? undefined : true;
  });
};
