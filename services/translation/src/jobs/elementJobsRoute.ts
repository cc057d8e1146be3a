import { readElementJobsOfTranslation } from '@almanac/contracts';
import type { Filter } from '@almanac/documents';
import { contractArgs, type Route, route } from '@almanac/rest';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { jobs } from './job.ts';
import { seesJob } from './jobAccess.ts';
import type { Job } from './jobState.ts';
import { viewsOf } from './jobView.ts';

/**
 * Sends the console the jobs of records for the forms of these records. The caller sees the same jobs as in the list of
 * jobs.
 */
export const elementJobsRoute = (translation: Translation): Route =>
  route({
    namespace: 'internal',
    path: '/element-jobs',
    methods: ['POST'],
    hidden: true,
    keepAnswer: false,
    summary: readElementJobsOfTranslation.description,
    args: contractArgs(readElementJobsOfTranslation),
    permission: ({ principal }) => principal.kind === 'user',
    handle: async (request) => {
      const { type, ids } = request.args;
      const rights = await rightsOf(translation, request);
      const filter: Filter = {
        all: [
          { field: 'listed', equals: true },
          { field: 'revision.element.type', equals: type },
          { field: 'revision.element.id', in: ids },
        ],
      };
      const found = await translation.documents.find<Job>(jobs, { filter });
      const seen = found.filter(({ revision }) => revision !== null && seesJob(rights, revision));
      const engine = translation.remote !== undefined;
      return { body: { manages: rights.manages, engine, jobs: await viewsOf(translation, request, seen) } };
    },
  });
