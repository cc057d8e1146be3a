import { readFinishedJob } from '@almanac/contracts';
import { contractArgs, integer, type Route, route } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import type { Translation } from '../translation.ts';
import { currentJob } from './jobAccess.ts';
import { status } from './statuses.ts';
import { unitTexts } from './unitTexts.ts';

/** Sends the texts of a finished job to the owner of its source. */
export const finishedRoute = (translation: Translation): Route =>
  route({
    namespace: 'internal',
    path: '/finished-jobs/{id:\\d+}',
    methods: ['GET'],
    hidden: true,
    summary: readFinishedJob.description,
    args: { ...contractArgs(readFinishedJob), id: integer({ required: true, description: 'The revision.' }) },
    permission: ({ principal }) => principal.kind === 'system',
    handle: async ({ args, context }) => {
      // The log is read, not the documents: a refused owner does not repeat its request, and the job would wait
      // forever.
      const { job, revision, units } = await currentJob(translation, context, args.id);
      const hash = revision.writing ?? (revision.status === status.complete ? revision.written?.hash : undefined);
      if (hash === undefined)
        throw translationErrors.badTransition({ data: { from: revision.status, attempted: 'complete' } });
      const texts = await unitTexts(translation).read(units.units.map(({ target }) => target));
      return {
        body: {
          job: job.id,
          jobId: revision.job_id,
          hash,
          source: revision.element,
          language: revision.target,
          units: units.units.map(({ id }, index) => ({ id, text: texts[index] ?? '' })),
          unfiltered: !units.filtered,
          hold: revision.reviewed === 'hold',
          by: revision.by,
        },
      };
    },
  });
