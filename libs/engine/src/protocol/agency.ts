import { z } from 'zod';
import { ids, jobNumber, MAX_JOBS, newJob, requestKey } from './jobs.ts';
import { operation } from './operation.ts';

/** States of an agency's job. */
export const agencyState = z.enum(['received', 'waiting_translation', 'translation_ready', 'delivered', 'cancelled']);

const agencyJob = z.object({ id: jobNumber, batch: jobNumber, state: agencyState }).meta({ id: 'AgencyJob' });

export type AgencyJob = z.infer<typeof agencyJob>;

const agencyJobs = z.object({ jobs: z.array(agencyJob) });

/** Operations of an agency. */
export const agencyOperations = {
  makeBatch: operation({
    method: 'POST',
    path: '/v1/agency/batches',
    summary: 'Makes jobs of a batch. A key that is known makes nothing again: further jobs join the batch of that key.',
    asked: z.object({
      key: requestKey,
      name: z.string().max(160),
      deadline: z.string().nullable(),
      jobs: z
        .array(newJob.omit({ callback: true, automatic: true, deadline: true }).meta({ id: 'NewAgencyJob' }))
        .min(1)
        .max(MAX_JOBS),
    }),
    answer: z.object({ id: jobNumber, jobs: z.array(z.object({ key: requestKey, id: jobNumber })) }),
  }),
  refreshBatches: operation({
    method: 'POST',
    path: '/v1/agency/batches/refresh',
    summary: 'Has the agency look again at batches, and answers their jobs. Unknown ones are left out.',
    asked: z.object({ ids }),
    answer: agencyJobs,
  }),
  agencyJobsById: operation({
    method: 'POST',
    path: '/v1/agency/jobs/status',
    summary: 'The state of many jobs. Unknown ones are left out.',
    asked: z.object({ ids }),
    answer: agencyJobs,
  }),
  xliffOfAgencyJob: operation({
    method: 'GET',
    path: '/v1/agency/jobs/{id}/xliff',
    summary: 'The XLIFF of a job that is ready; 409 before.',
    answer: 'xliff',
    refusals: [404, 409],
  }),
  cancelAgencyJobs: operation({
    method: 'POST',
    path: '/v1/agency/jobs/cancel',
    summary: 'Cancels jobs; unknown ones and those that are cancelled are passed over.',
    asked: z.object({ ids }),
    answer: z.object({ cancelled: z.array(jobNumber) }),
  }),
} as const;
